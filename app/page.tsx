import { ButtonLink } from '@/components/ui/button';

export default function FrontPage() {
  return (
    <div className="page py-24">
      <h1 className="text-display">Sell the last unit exactly once.</h1>
      <div className="mt-8">
        <ButtonLink href="/sales" size="lg">
          Prove it
        </ButtonLink>
      </div>
    </div>
  );
}

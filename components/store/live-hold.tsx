'use client';
/** The hold's banner on a page that must change when the hold ends. */
import { useRouter } from 'next/navigation';
import { HoldBanner } from './hold-banner';

interface LiveHoldProps {
  quantity: number;
  expiresAt: string;
  serverNow: string;
}

export function LiveHold(props: LiveHoldProps) {
  const router = useRouter();
  return <HoldBanner {...props} onEnd={() => router.refresh()} />;
}

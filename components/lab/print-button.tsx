'use client';
import { Button } from '@/components/ui/button';

export function PrintButton() {
  return (
    <Button size="sm" tone="outline" onClick={() => window.print()}>
      Print
    </Button>
  );
}

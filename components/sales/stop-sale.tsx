'use client';
import { useState } from 'react';
import { Button } from '../ui/button';

/** `stop` is the server action that asks the sale to end. */
export function StopSale({ stop }: { stop: () => Promise<void> }) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <form
      action={async () => {
        setIsStopping(true);
        await stop();
      }}
    >
      <Button type="submit" tone="danger" isPending={isStopping}>
        {isStopping ? 'Stopping: what is held goes back' : 'Stop the sale'}
      </Button>
    </form>
  );
}

/** A figure of available units with a word where it is low, and another where nothing can be sold. */
import { formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';

interface StockStateProps {
  available: number;
  held: number;
  /** Units up to which it is low. */
  lowAt: number;
}

export function StockState({ available, held, lowAt }: StockStateProps) {
  return (
    <span className="inline-flex items-center gap-2">
      {available === 0 && (
        <Badge tone={held > 0 ? 'accent' : 'danger'}>{held > 0 ? 'All held' : 'Sold out'}</Badge>
      )}
      {available > 0 && available <= lowAt && <Badge tone="warn">Low</Badge>}
      <span className={available === 0 ? 'text-ink-faint' : 'font-medium'}>{formatNumber(available)}</span>
    </span>
  );
}

/** How many: a native number field of fixed width. The server has the last word on the limit. */
import { TextField } from '@/components/ui/field';

export function QuantityField({
  name = 'quantity',
  defaultValue = 1,
  max,
  error,
  isLabelHidden,
}: {
  name?: string;
  defaultValue?: number;
  max: number;
  error?: string;
  isLabelHidden?: boolean;
}) {
  return (
    <TextField
      label="Quantity"
      isLabelHidden={isLabelHidden}
      type="number"
      inputMode="numeric"
      name={name}
      min={1}
      max={max}
      step={1}
      required
      defaultValue={defaultValue}
      error={error}
      className="max-w-24 text-right"
    />
  );
}

import { Presets, SingleBar } from 'cli-progress';
import { duration } from '@/db/launch/terminal';
import type { SaleInputs } from './inputs';
import type { FromWorker } from './messages';
import { strategies } from './strategies';

export interface Progress {
  hear(message: FromWorker): void;
  end(): void;
}

/** A bar a run on a terminal; nothing into pipes and with --json. */
export function showProgress({ strategies: ids, buyers }: SaleInputs, isJson: boolean): Progress {
  if (isJson || !process.stdout.isTTY) return { hear: () => undefined, end: () => undefined };
  let bar: SingleBar | undefined;
  let shown = -1;
  const end = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    end,
    hear(message) {
      if (message.kind === 'waiting') {
        console.log('  Another sale is going on; waiting for its end.');
        return;
      }
      if (message.kind !== 'frame') {
        end();
        return;
      }
      const { frame, position } = message;
      const { figures, progress, msLeft } = frame;
      const state = {
        name: strategies[ids[position] ?? frame.strategy].name.padEnd(28),
        sold: figures.sold,
        held: figures.held,
        left: duration(msLeft),
      };
      if (position !== shown) {
        end();
        shown = position;
        bar = new SingleBar(
          {
            format: '  {name} {bar} {value}/{total} buyers  sold {sold}  held {held}  {left} left',
            hideCursor: true,
          },
          Presets.shades_classic,
        );
        bar.start(buyers, 0, state);
      }
      bar?.update(Math.round(progress * buyers), state);
    },
  };
}

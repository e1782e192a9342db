/** The verdict, large enough for the last row: the word, the sentence, the figures behind it, what it costs. */
import clsx from 'clsx';
import type { RunReport, VerdictWord } from '@/simulator/index';
import { formatCount, formatMoney, formatNumber } from '../format';
import { Stat, StatRow } from '../ui/stat';
import { billLines, CURRENCY, toldNo, verdictSentence, verdictWords } from './words';

const looks: Record<VerdictWord, string> = {
  exact: 'border-good bg-good-soft',
  oversold: 'border-unit-oversold bg-danger-soft',
  undersold: 'border-warn bg-warn-soft',
  leaked: 'border-unit-oversold bg-danger-soft',
};
const words: Record<VerdictWord, string> = {
  exact: 'text-good',
  oversold: 'text-unit-oversold',
  undersold: 'text-warn',
  leaked: 'text-unit-oversold',
};

export function VerdictBanner({ report, strategyName }: { report: RunReport; strategyName: string }) {
  const { verdict, refused, falselyRefused } = report;
  const wrongly = toldNo(falselyRefused);
  const bill = billLines(report);
  return (
    <section
      aria-label={`Verdict of ${strategyName}`}
      data-testid="verdict"
      data-verdict={verdict}
      className={clsx('rounded-lg border-l-4 px-6 py-6 sm:px-8', looks[verdict])}
    >
      <p className="text-sm font-medium text-ink-soft">{strategyName}</p>
      <p className={clsx('text-display mt-1', words[verdict])}>{verdictWords[verdict]}</p>
      <p className="mt-3 max-w-3xl text-lg">{verdictSentence(report)}</p>
      <div className="mt-7">
        <StatRow>
          <Stat
            label="Sold"
            value={formatNumber(report.sold)}
            unit={`of ${formatCount(report.stock, 'unit')}`}
            note={formatCount(report.orders, 'order')}
          />
          <Stat
            label="Oversold"
            value={formatNumber(report.oversold)}
            unit={report.oversold === 1 ? 'unit' : 'units'}
            tone={report.oversold > 0 ? 'alarm' : 'neutral'}
            note="sold beyond the stock"
          />
          <Stat
            label="Told no"
            value={formatNumber(toldNo(refused))}
            unit="buyers"
            note={`${formatNumber(refused.soldOut)} sold out, ${formatNumber(refused.allHeld)} all held, ${formatNumber(refused.busy)} busy`}
          />
          <Stat
            label="Told no wrongly"
            value={formatNumber(wrongly)}
            unit={wrongly === 1 ? 'buyer' : 'buyers'}
            tone={wrongly > 0 ? 'alarm' : 'neutral'}
            note={
              wrongly > 0
                ? 'units were neither held nor sold all the while'
                : 'no unit was free when somebody was refused'
            }
          />
          <Stat
            label="Leaked"
            value={formatNumber(report.leaked)}
            unit={report.leaked === 1 ? 'unit' : 'units'}
            tone={report.leaked > 0 ? 'alarm' : 'neutral'}
            note="in no state after the last hold ended"
          />
          <Stat
            label="It costs"
            value={formatMoney(report.bill.lossMinor, CURRENCY)}
            tone={report.bill.lossMinor > 0 ? 'alarm' : 'neutral'}
            note={bill.length === 0 ? 'nothing to put right' : 'see below'}
          />
        </StatRow>
      </div>
      {bill.length > 0 && (
        <dl className="mt-7 max-w-3xl border-t border-line-strong/50">
          {bill.map(({ label, amount, detail }) => (
            <div
              key={label}
              className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-line-strong/50 py-2.5"
            >
              <dt>
                <span className="font-medium">{label}</span>
                <span className="block text-sm text-ink-soft">{detail}</span>
              </dt>
              <dd className="font-medium tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

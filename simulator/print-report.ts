/** A run's report for people in a terminal. */
import { bold, dim, duration, green, red, yellow } from '@/db/launch/terminal';
import type { RunReport } from './report';
import { strategies } from './strategies';

const grouped = new Intl.NumberFormat('en-GB');
const n = (value: number) => grouped.format(value);
const count = (value: number, one: string, many = `${one}s`) => `${n(value)} ${value === 1 ? one : many}`;
const euros = (minor: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(minor / 100);

/** 0.43 → "0.43 ms", 87.2 → "87 ms", 4210 → "4.2 s". */
const took = (ms: number) =>
  ms >= 1000 ? duration(ms) : `${ms < 10 ? Number(ms.toFixed(2)) : Math.round(ms)} ms`;

export function printReports(reports: readonly RunReport[]): void {
  for (const report of reports) printReport(report);
}

function printReport(report: RunReport): void {
  const { verdict, refused, falselyRefused, latencyMs, serviceMs, bill } = report;
  const paint = verdict === 'exact' ? green : verdict === 'undersold' ? yellow : red;
  const lines: [string, string][] = [
    ['sold', `${n(report.sold)} of ${count(report.stock, 'unit')} to ${count(report.buyers, 'buyer')}`],
    [
      'refused',
      `${n(refused.soldOut)} sold out, ${n(refused.allHeld)} all held, ${n(refused.busy)} busy; ${n(
        falselyRefused.soldOut + falselyRefused.allHeld + falselyRefused.busy,
      )} of them wrongly`,
    ],
    [
      'wrong',
      `${n(report.oversold)} oversold, ${n(report.undersold)} undersold, ${count(report.leaked, 'leaked unit')}`,
    ],
    [
      'money',
      `${count(bill.ordersToCancel, 'order')} to cancel (${euros(bill.refundMinor)} to pay back), ${euros(bill.lossMinor)} lost`,
    ],
    [
      'speed',
      `${n(report.reservesPerSecond)} reserves/s; answers p50 ${took(latencyMs.p50)}, p95 ${took(latencyMs.p95)}, p99 ${took(latencyMs.p99)}, max ${took(latencyMs.max)}`,
    ],
    [
      '',
      dim(
        `of it in the database p50 ${took(serviceMs.p50)}, p99 ${took(serviceMs.p99)}; the rest is standing in line`,
      ),
    ],
    [
      'locks',
      [
        count(report.deadlocks, 'deadlock'),
        count(report.lockTimeouts, 'lock wait timeout'),
        count(report.retries, 'retry', 'retries'),
        count(report.refills, 'refill'),
      ].join(', '),
    ],
    [
      'books',
      report.audit.ok
        ? `every order, hold and ledger entry agrees${report.oversold > 0 ? ': too much was sold, and all of it written down' : ''}`
        : red(report.audit.problems.join('; ')),
    ],
  ];
  if (report.fairness) {
    const { passedOver, placesBack } = report.fairness;
    lines.push([
      'line',
      `${count(passedOver, 'buyer')} got nothing while somebody behind them was served; served up to ${count(placesBack.max, 'place')} later than they came (p50 ${n(placesBack.p50)})`,
    ]);
  }
  if (report.client) {
    const { cpuMs, maxRssMb } = report.client;
    lines.push(['client', `${n(maxRssMb)} MB at most, ${duration(cpuMs)} of processor time`]);
  }
  if (report.lostPatience > 0) {
    lines.push([
      'note',
      yellow(
        `${count(report.lostPatience, 'buyer')} left the line before a turn: more came than could be served`,
      ),
    ]);
  }
  if (report.paidWithoutOrder > 0) {
    lines.push(['paid', red(`${count(report.paidWithoutOrder, 'payment')} without an order`)]);
  }
  for (const { message, count: buyers } of report.failures)
    lines.push(['failed', red(`${count(buyers, 'buyer')}: ${message}`)]);
  if (report.isClientSaturated) {
    lines.push([
      'note',
      yellow(
        `the simulator itself was late by ${took(report.clientLagMs)}: these latencies describe it as well`,
      ),
    ]);
  }
  console.log(
    `\n  ${bold(strategies[report.strategy].name)}: ${bold(paint(verdict))}  ${dim(`run ${report.runId}, ${duration(report.tookMs)}`)}\n`,
  );
  lines.push(['more', dim(`charts, and the life of each unit: "npm run demo", page /sales/${report.runId}`)]);
  for (const [name, text] of lines) console.log(`  ${name.padEnd(9)}${text}`);
  console.log('');
}

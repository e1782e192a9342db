/** Reads the evidence of a run whose holds have ended, judges it, and keeps verdict and findings. */
import type { Database } from '@/db/database';
import type { InterruptedClaim } from './claim-fault';
import type { ClientUse } from './client-use';
import {
  findFalseRefusals,
  findMisplaced,
  findShares,
  readAttempts,
  readBookProblems,
  readLevelEvidence,
  readPaymentsWithoutOrder,
} from './evidence';
import type { RunFigures } from './figures';
import { findingsOf } from './findings';
import type { RunInputs } from './inputs';
import { type RunReport, reportOf } from './report';
import { keepFindings, moveRun } from './run-records';
import type { StockLevel } from './stock';
import type { Strategy } from './strategies/strategy';
import { judge } from './verdict';

export interface JudgingParts {
  readonly main: Database;
  readonly observer: Database;
  readonly runId: number;
  readonly inputs: RunInputs;
  readonly strategy: Strategy;
  readonly levels: readonly StockLevel[];
  /** Missing when the process that had them died. */
  readonly figures?: RunFigures;
  readonly client?: ClientUse;
  readonly tookMs: number;
  readonly clientLagMs: number;
  /** The claim that was made to break between its halves, where one was. */
  readonly interrupted?: InterruptedClaim;
}

export async function judgeRun(
  parts: JudgingParts,
  state: 'finished' | 'stopped' | 'interrupted',
  note = '',
): Promise<RunReport> {
  const { main, observer, runId, strategy, levels } = parts;
  const attempts = await readAttempts(observer);
  const evidence = await readLevelEvidence(observer, strategy, levels);
  const shares = findShares(levels, attempts);
  const falseRefusals = findFalseRefusals(levels, attempts);
  const paidWithoutOrder = await readPaymentsWithoutOrder(observer);
  const doubleSold = shares
    .flatMap(({ shared }) => shared)
    .reduce((sum, { holds }) => sum + holds.length - 1, 0);
  const verdict = judge({
    levels: evidence,
    doubleSold: strategy.kind === 'units' ? doubleSold : 0,
    wronglyRefusedUnits: falseRefusals
      .filter(({ wouldPay }) => wouldPay === 1)
      .reduce((sum, { unitsWanted }) => sum + unitsWanted, 0),
  });
  const report = reportOf({
    ...parts,
    verdict,
    attempts,
    falseRefusals,
    shares,
    bookProblems: await readBookProblems(observer),
    paidWithoutOrder,
  });
  await keepFindings(
    main,
    runId,
    findingsOf({
      shares,
      falseRefusals,
      paidWithoutOrder,
      evidence,
      misplaced: findMisplaced(evidence, attempts),
      interrupted: parts.interrupted,
      attempts,
    }),
  );
  await moveRun(main, runId, state, { report, note });
  return report;
}

'use server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { requireSignIn } from '@/app/sign-in/session';
import type { SaleFormState } from '@/components/sales/form-state';
import { getDatabase } from '@/db/client';
import {
  isScenarioId,
  judgeInputs,
  replaySale,
  type StartResult,
  scenarios,
  startSale,
  stopSale,
} from '@/simulator/index';

/** What a browser sends as a run's number may be anything. */
const id = z.int().positive();

/** Judges the form field by field; starts the sale and goes to it, or says what is wrong and starts nothing. */
export async function startSaleAction(_: SaleFormState, form: FormData): Promise<SaleFormState> {
  await requireSignIn('/sales');
  const values = Object.fromEntries([...form].filter(([name]) => name !== 'strategies'));
  const { inputs, errors } = judgeInputs({ ...values, strategies: form.getAll('strategies') });
  if (errors) return { errors };
  const scenario = form.get('scenario');
  const result = await startSale(getDatabase(), inputs, isScenarioId(scenario) ? scenario : null);
  return goTo(result);
}

/** The naive shop, then the unit pool, with the same 500 buyers. */
export async function proveItAction(_: SaleFormState): Promise<SaleFormState> {
  await requireSignIn('/sales');
  const { inputs, errors } = judgeInputs({
    ...scenarios['flash-sale'].inputs,
    strategies: ['read-then-write', 'unit-pool'],
  });
  if (errors) return { errors };
  return goTo(await startSale(getDatabase(), inputs, 'flash-sale'));
}

export async function replaySaleAction(runId: number, _: SaleFormState): Promise<SaleFormState> {
  await requireSignIn('/sales');
  const run = id.safeParse(runId);
  const result = run.success ? await replaySale(getDatabase(), run.data) : undefined;
  if (!result) redirect('/sales');
  return goTo(result);
}

export async function stopSaleAction(runId: number): Promise<void> {
  await requireSignIn('/sales');
  const run = id.safeParse(runId);
  if (run.success) await stopSale(getDatabase(), run.data);
}

function goTo(result: StartResult): SaleFormState {
  if (result.outcome === 'started') redirect(`/sales/${result.runId}`);
  if (result.outcome === 'unavailable') return { errors: { strategies: result.reason } };
  return { errors: {}, refusedFor: result.runId };
}

/** Every scenario is run on the real server and every expectation checked, to the last lock. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { engineStatements } from '@/engine/index';
import { rightOption } from '@/lab/expectation';
import { Lab } from '@/lab/lab';
import { Owner } from '@/lab/owner';
import { runScenario } from '@/lab/run';
import type { SteppedScenario } from '@/lab/scenario';
import { scenarios } from '@/lab/scenarios/all';
import { provideTestRedis } from '@/tests/support/redis';

let database: Database;
let owner: Owner;

beforeAll(async () => {
  provideTestRedis();
  database = createDatabase({ url: inject('serverUrl'), connectionLimit: 4 });
  owner = await Owner.sign(inject('serverUrl'));
});
afterAll(async () => {
  await owner.release();
  await database.close();
});

const stepped: SteppedScenario[] = scenarios.flatMap((scenario) => {
  if (scenario.kind === 'stepped') return [scenario];
  return scenario.cells.map((cell) => cell.scenario);
});

describe.each(scenarios)('$number $id', (scenario) => {
  it('holds', async () => {
    const report = await runScenario(database, owner.name, scenario);
    expect(report.steps.flatMap((step) => step.differences)).toEqual([]);
    expect(report.held).toBe(true);
  });
});

it('gives every question exactly one option that the server makes true', async () => {
  for (const scenario of stepped.filter(({ steps }) => steps.some((step) => step.question))) {
    const lab = await Lab.open(database, owner.name, scenario);
    for (const [number, step] of scenario.steps.entries()) {
      await lab.step();
      const { question } = step;
      const entry = lab.log.findLast((line) => line.session === step.session);
      if (!question || !entry) continue;
      const seen = { outcome: entry.outcome, resumed: {}, observation: lab.observation };
      const isTrue = question.options.map(
        (option) => rightOption({ ask: '', options: [option] }, step.session, seen) === 0,
      );
      expect(isTrue.filter(Boolean), `${scenario.id}, step ${number + 1}: ${question.ask}`).toHaveLength(1);
    }
    await lab.close();
  }
});

it('has 25 scenarios with numbers, ids and titles of their own', () => {
  expect(scenarios.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  for (const key of ['id', 'title'] as const) {
    expect(new Set(scenarios.map((scenario) => scenario[key])).size).toBe(25);
  }
});

it('runs statements of the engine where it says so', () => {
  const names = new Set(engineStatements.map(({ name }) => name));
  const mirrored = stepped.flatMap(({ steps }) => steps.flatMap((step) => step.mirrors ?? []));
  expect(mirrored.length).toBeGreaterThan(40);
  expect(mirrored.filter((name) => !names.has(name))).toEqual([]);
});

it('leads from every scenario to a statement of the engine', () => {
  const names = new Set(engineStatements.map(({ name }) => name));
  for (const { id, steps, instead = [] } of stepped) {
    const named = [...instead, ...steps.flatMap((step) => step.mirrors ?? [])];
    expect(named.length, id).toBeGreaterThan(0);
    expect(
      named.filter((name) => !names.has(name)),
      id,
    ).toEqual([]);
  }
});

it('explains every step in two or three sentences and names sections of the manual', () => {
  for (const scenario of stepped) {
    expect(scenario.manual.length, scenario.id).toBeGreaterThan(0);
    for (const step of scenario.steps) {
      const sentences = step.explanation.match(/[.!?](?=\s|$)/g)?.length ?? 0;
      expect(sentences, `${scenario.id}: ${step.explanation}`).toBeGreaterThanOrEqual(2);
      expect(sentences, `${scenario.id}: ${step.explanation}`).toBeLessThanOrEqual(3);
      expect(step.explanation.length, `${scenario.id}: ${step.explanation}`).toBeLessThan(420);
    }
  }
});

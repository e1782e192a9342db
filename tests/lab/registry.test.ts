/** Who may have a lab, and that it goes when they do. */
import { expect, it } from 'vitest';
import { limits } from '@/lab/limits';
import { LabRegistry } from '@/lab/registry';
import { leftOf, lockUnit, makeScenario, openLabStage } from './stage';

const stage = openLabStage();
const scenario = makeScenario();
const makeRegistry = (most?: number) => new LabRegistry(stage.database, stage.owner, most);

it('gives a visitor one lab: a new one ends the old one', async () => {
  const labs = makeRegistry();
  const first = await labs.open('ada', scenario);
  const second = await labs.open('ada', scenario);
  if (first.outcome !== 'open' || second.outcome !== 'open') throw new Error('not open');
  expect(labs.openCount).toBe(1);
  expect(labs.find('ada', first.lab.id, true)).toBeUndefined();
  expect(labs.find('ada', second.lab.id, true)).toBe(second.lab);
  await labs.closeAll();
});

it('shows a lab to its visitor only', async () => {
  const labs = makeRegistry();
  const opened = await labs.open('ada', scenario);
  if (opened.outcome !== 'open') throw new Error('not open');
  expect(labs.find('ben', opened.lab.id, false)).toBeUndefined();
  await labs.closeAll();
});

it('tells the next visitor to wait when all labs are taken, and takes them when one is free', async () => {
  const labs = makeRegistry(2);
  await Promise.all([labs.open('ada', scenario), labs.open('ben', scenario)]);
  expect(await labs.open('chloe', scenario)).toEqual({ outcome: 'full', most: 2 });
  await labs.closeAll();
  expect(await labs.open('chloe', scenario)).toMatchObject({ outcome: 'open' });
  await labs.closeAll();
});

it('counts labs that are being opened', async () => {
  const labs = makeRegistry(1);
  const results = await Promise.all(['ada', 'ben', 'chloe'].map((name) => labs.open(name, scenario)));
  expect(results.map(({ outcome }) => outcome).sort()).toEqual(['full', 'full', 'open']);
  await labs.closeAll();
});

it('closes the lab of a browser that has gone, waiting sessions and all', async () => {
  const labs = makeRegistry();
  const opened = await labs.open('ada', scenario, 0);
  if (opened.outcome !== 'open') throw new Error('not open');
  await opened.lab.send('T1', lockUnit(1));
  await opened.lab.send('T2', lockUnit(1));
  expect(await labs.sweep(limits.silenceMs)).toEqual([]);
  expect(await labs.sweep(limits.silenceMs + 1)).toEqual([opened.lab.id]);
  expect(await leftOf(stage.database, stage.owner.name)).toEqual([]);
});

it('closes a lab in which nobody does anything, though its page is open', async () => {
  const labs = makeRegistry();
  const opened = await labs.open('ada', scenario, 0);
  if (opened.outcome !== 'open') throw new Error('not open');
  for (let now = 0; now <= limits.idleMs; now += 60_000) labs.find('ada', opened.lab.id, false, now);
  expect(await labs.sweep(limits.idleMs)).toEqual([]);
  expect(await labs.sweep(limits.idleMs + 1)).toEqual([opened.lab.id]);
});

it('says what failed when a scenario can not be set up, and has room for another', async () => {
  const labs = makeRegistry(1);
  const broken = makeScenario({ setup: ['CREATE TABLE'] });
  expect(await labs.open('ada', broken)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('The setup failed'),
  });
  expect(await labs.open('ada', scenario)).toMatchObject({ outcome: 'open' });
  await labs.closeAll();
});

it('has 40 visitors with three sessions each at once', async () => {
  const labs = makeRegistry();
  const three = makeScenario({
    sessions: (['T1', 'T2', 'T3'] as const).map((name) => ({
      name,
      who: name,
      opening: ['START TRANSACTION'],
    })),
  });
  const visitors = Array.from({ length: limits.labs }, (_, index) => `visitor ${index}`);
  const opened = await Promise.all(visitors.map((visitor) => labs.open(visitor, three)));
  expect(opened.filter(({ outcome }) => outcome === 'open')).toHaveLength(40);
  await Promise.all(
    opened.map(async (result) => {
      if (result.outcome !== 'open') return;
      await result.lab.send('T1', lockUnit(1));
      await result.lab.send('T2', lockUnit(1));
      await result.lab.send('T3', lockUnit(1));
      expect(result.lab.observation.waits).toHaveLength(3);
    }),
  );
  expect(await labs.open('one more', three)).toEqual({ outcome: 'full', most: 40 });
  await labs.closeAll();
});

/** One scenario: its claim, its stage, and the statements of the engine that it runs. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireSignIn } from '@/app/sign-in/session';
import { LabStage } from '@/components/lab/lab-stage';
import { MatrixRunner } from '@/components/lab/matrix-runner';
import { PasteDialog } from '@/components/lab/paste-dialog';
import { SqlBlock } from '@/components/sql-block';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { redisObstacle } from '@/db/redis/obstacle';
import { engineStatements } from '@/engine/index';
import { type MatrixScenario, pasteBlocks, pasteText, type SteppedScenario } from '@/lab/index';
import { scenarioOf, viewOf } from '../scenario-view';
import { ScenarioHead } from './scenario-head';

interface ScenarioPageProps {
  params: Promise<{ scenario: string }>;
  searchParams: Promise<{ step?: string }>;
}

export async function generateMetadata({ params }: ScenarioPageProps): Promise<Metadata> {
  const scenario = scenarioOf((await params).scenario);
  return scenario ? { title: scenario.title, description: scenario.story } : {};
}

export default async function ScenarioPage({ params, searchParams }: ScenarioPageProps) {
  const scenario = scenarioOf((await params).scenario);
  if (!scenario) notFound();
  await requireSignIn(`/lab/${scenario.id}`);
  const step = Number((await searchParams).step);
  return (
    <div className="page-wide py-8">
      <ScenarioHead scenario={scenario}>
        {scenario.kind === 'stepped' && (
          <>
            <ButtonLink href={`/lab/${scenario.id}/hand-out`} size="sm" tone="quiet">
              Hand-out
            </ButtonLink>
            <PasteDialog blocks={pasteBlocks(scenario)} text={pasteText(scenario)} />
          </>
        )}
      </ScenarioHead>
      <div className="mt-6">
        {scenario.kind === 'stepped' && (
          <Stepped scenario={scenario} startAt={Number.isInteger(step) && step > 0 ? step : 0} />
        )}
        {scenario.kind === 'matrix' && <Matrix scenario={scenario} />}
      </div>
    </div>
  );
}

async function Stepped({ scenario, startAt }: { scenario: SteppedScenario; startAt: number }) {
  const needsRedis = scenario.sessions.some(({ system }) => system === 'redis');
  const obstacle = needsRedis ? await redisObstacle() : null;
  if (obstacle !== null) return <Notice title="This one can't be run now">It {obstacle}.</Notice>;
  const mirrored = new Set(scenario.steps.flatMap(({ mirrors }) => mirrors ?? []));
  const instead = new Set(scenario.instead);
  return (
    <>
      <LabStage
        key={scenario.id}
        scenario={await viewOf(scenario)}
        startAt={Math.min(startAt, scenario.steps.length)}
      />
      <EngineStatements
        title="The engine's statements in it"
        text="The same objects that the shop runs, before values are bound."
        names={mirrored}
      />
      <EngineStatements
        title="What the shop runs instead"
        text="The engine's statement for the same job, before values are bound."
        names={instead}
      />
    </>
  );
}

function EngineStatements({ title, text, names }: { title: string; text: string; names: Set<string> }) {
  if (names.size === 0) return null;
  return (
    <section aria-label={title} className="mt-16 print:hidden">
      <h2 className="text-title">{title}</h2>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        {engineStatements
          .filter(({ name }) => names.has(name))
          .map(({ name, purpose, sql }) => (
            <div key={name} id={name} className="min-w-0 scroll-mt-20">
              <SqlBlock name={name} purpose={purpose} sql={sql} />
            </div>
          ))}
      </div>
    </section>
  );
}

function Matrix({ scenario: { rows, columns, cells, conclusion } }: { scenario: MatrixScenario }) {
  return (
    <>
      <MatrixRunner
        rows={rows}
        columns={columns}
        cells={cells.map(({ row, column, verdict, isHarmful, scenario }) => ({
          id: scenario.id,
          row,
          column,
          verdict,
          isHarmful,
        }))}
      />
      <p className="prose-width mt-6">{conclusion}</p>
    </>
  );
}

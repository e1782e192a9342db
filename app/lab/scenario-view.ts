/** Scenarios as pages need them: SQL classified on the server, expectations left there. */
import type { ScenarioView } from '@/components/lab/scenario-view';
import { highlightSql } from '@/components/sql-highlight';
import { allScenarios, findScenario, type Scenario, type SteppedScenario } from '@/lab/index';

/** What an address names: a scenario of the list, or a cell of a matrix. */
export function scenarioOf(id: string): Scenario | undefined {
  return allScenarios.find((scenario) => scenario.id === id) ?? findScenario(id);
}

export async function viewOf(scenario: SteppedScenario): Promise<ScenarioView> {
  const { id, number, title, names = {}, sessions, steps, conclusion } = scenario;
  const views = await Promise.all(
    steps.map(async ({ session, sql, marked, mirrors, explanation, question }) => ({
      session,
      sql: sql === undefined ? undefined : await highlightSql(sql, marked ? [marked] : []),
      mirrors,
      explanation,
      question: question && { ask: question.ask, options: question.options.map(({ text }) => text) },
    })),
  );
  return { id, number, title, names, sessions, steps: views, conclusion };
}

/** The JSON reports of the two test runners, in one form. */
import { z } from 'zod';
import { type Counts, none } from './stage';

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export function readVitestReport(report: unknown): Counts {
  const counts = none();
  for (const { assertionResults } of vitestReport.parse(report).testResults) {
    for (const { fullName, status } of assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') {
        counts.failed += 1;
        counts.failures.push(fullName);
      } else {
        counts.skipped += 1;
        counts.skips.push(fullName);
      }
    }
  }
  return counts;
}

const spec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).default([]),
    }),
  ),
});

interface Suite {
  title: string;
  specs: z.infer<typeof spec>[];
  suites?: Suite[];
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
);

const playwrightReport = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
});

export function readPlaywrightReport(report: unknown): Counts {
  const counts = none();
  const { suites, errors } = playwrightReport.parse(report);
  for (const one of suites) count(one, '', counts);
  for (const { message } of errors) {
    counts.failed += 1;
    counts.failures.push(message?.split('\n')[0] ?? 'an error outside of tests');
  }
  return counts;
}

function count(group: Suite, above: string, counts: Counts): void {
  const place = above ? `${above} › ${group.title}` : group.title;
  for (const { title, tests } of group.specs) {
    const name = `${place} › ${title}`;
    for (const { status, annotations } of tests) {
      if (status === 'skipped') {
        counts.skipped += 1;
        const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
        counts.skips.push(reason ? `${name}: ${reason}` : name);
      } else if (status === 'unexpected') {
        counts.failed += 1;
        counts.failures.push(name);
      } else {
        counts.passed += 1;
        if (status === 'flaky') counts.flaky.push(name);
      }
    }
  }
  for (const inner of group.suites ?? []) count(inner, place, counts);
}

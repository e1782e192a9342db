/** Who the sessions are and what each has run before the first step. */
import { Badge } from '@/components/ui/badge';
import type { LabSnapshot } from '@/lab/index';
import type { ScenarioView } from './scenario-view';
import { SessionTag } from './session-tag';

interface SessionHeadsProps {
  sessions: ScenarioView['sessions'];
  lab: LabSnapshot | undefined;
}

export function SessionHeads({ sessions, lab }: SessionHeadsProps) {
  return sessions.map(({ name, who, opening }) => {
    const state = lab?.sessions.find((session) => session.name === name);
    const blockers =
      lab?.waits.filter(({ waiting }) => waiting === name).map(({ blocking }) => blocking) ?? [];
    return (
      <div key={name} className="min-w-0 py-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
          <SessionTag name={name} /> {who}
          {state?.isLost && <Badge tone="danger">connection lost</Badge>}
          {blockers.length > 0 && <Badge tone="warn">waits for {blockers.join(' and ')}</Badge>}
        </p>
        <p className="mt-1 font-mono text-2xs text-ink-faint">{opening.map((sql) => `${sql};`).join(' ')}</p>
      </div>
    );
  });
}

/** What the panel can look at: shops, and the runs whose tables are still there. */
import { asc, desc, isNull } from 'drizzle-orm';
import type { Database } from '@/db/database';
import { shops, simulationRuns } from '@/db/schema/index';

export interface TargetLists {
  readonly shops: readonly { readonly shopId: number; readonly slug: string; readonly name: string }[];
  readonly runs: readonly { readonly runId: number; readonly strategy: string; readonly state: string }[];
}

export function readTargets(database: Database): Promise<TargetLists> {
  return database.read('panel', async (builder) => ({
    shops: await builder
      .select({ shopId: shops.shopId, slug: shops.slug, name: shops.name })
      .from(shops)
      .orderBy(asc(shops.shopId))
      .limit(50),
    runs: await builder
      .select({
        runId: simulationRuns.runId,
        strategy: simulationRuns.strategy,
        state: simulationRuns.state,
      })
      .from(simulationRuns)
      .where(isNull(simulationRuns.droppedAt))
      .orderBy(desc(simulationRuns.runId))
      .limit(20),
  }));
}

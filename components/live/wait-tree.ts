/** Waits as trees: who holds up whom. A waiter stands under the session that doesn't wait itself, or under the one before it. Pure. */
import type { WaitEdge } from '@/db/panel/lock-picture';

export interface WaitNode {
  readonly connectionId: number | null;
  /** What this session waits for; undefined for one that only blocks. */
  readonly edge?: WaitEdge;
  readonly waiters: readonly WaitNode[];
}

export function waitTrees(edges: readonly WaitEdge[]): WaitNode[] {
  const isWaiting = new Set(edges.map(({ waiting }) => waiting));
  const chosen = new Map<number | null, WaitEdge>();
  for (const edge of edges) {
    const before = chosen.get(edge.waiting);
    if (!before || (isWaiting.has(before.blocking) && !isWaiting.has(edge.blocking))) {
      chosen.set(edge.waiting, edge);
    }
  }
  const under = new Map<number | null, WaitEdge[]>();
  for (const edge of chosen.values()) {
    under.set(edge.blocking, [...(under.get(edge.blocking) ?? []), edge]);
  }
  const grow = (connectionId: number | null, above: ReadonlySet<number | null>): WaitNode[] =>
    (under.get(connectionId) ?? [])
      // The reading may catch a circle just before InnoDB breaks it.
      .filter((edge) => !above.has(edge.waiting))
      .map((edge) => ({
        connectionId: edge.waiting,
        edge,
        waiters: grow(edge.waiting, new Set([...above, edge.waiting])),
      }));
  const roots = [...under.keys()].filter((connectionId) => !isWaiting.has(connectionId));
  const starts = roots.length > 0 ? roots : [...under.keys()].slice(0, 1);
  return starts.map((connectionId) => ({
    connectionId,
    waiters: grow(connectionId, new Set([connectionId])),
  }));
}

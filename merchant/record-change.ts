import { and, desc, eq } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { v7 as uuidv7 } from 'uuid';
import { auditTrail } from '@/db/schema';
import type { FieldChange } from '@/db/schema/admin';

export type Subject = (typeof auditTrail.$inferSelect)['subject'];

/** Who changes something of which shop. */
export interface Author {
  readonly shopId: number;
  readonly actor: string;
}

export interface Change {
  readonly subject: Subject;
  readonly subjectId: string | number;
  readonly subjectName: string;
  /** A verb in the past. */
  readonly action: string;
  readonly changes?: readonly FieldChange[];
  readonly reason?: string;
}

const LONGEST_VALUE = 200;

/** Appends to the audit trail, in the caller's transaction: a change without its entry is not made. */
export async function recordChange(
  builder: MySql2Database,
  { shopId, actor }: Author,
  { subjectId, subjectName, changes = [], reason = '', ...rest }: Change,
): Promise<void> {
  await builder.insert(auditTrail).values({
    shopId,
    entryId: uuidv7(),
    subjectId: String(subjectId),
    subjectName: subjectName.slice(0, LONGEST_VALUE),
    changes: changes.map(({ field, from, to }) => ({ field, from: shortened(from), to: shortened(to) })),
    actor: actor.slice(0, 80),
    reason: reason.slice(0, LONGEST_VALUE),
    ...rest,
  });
}

/** The fields of `after` that are not as in `before`. */
export function differences<T extends Record<string, string | number | null>>(
  before: T,
  after: Partial<T>,
): FieldChange[] {
  return Object.entries(after)
    .filter(([field, to]) => to !== undefined && before[field] !== to)
    .map(([field, to]) => ({ field, from: before[field] ?? null, to: to ?? null }));
}

/** What the last `count` changes of a subject were, newest first: for somebody whose form is older than they. */
export interface LaterChange {
  readonly actor: string;
  readonly action: string;
  readonly changes: readonly FieldChange[];
  readonly createdAt: Date;
}

export function lastChanges(
  builder: MySql2Database,
  shopId: number,
  subject: Subject,
  subjectId: string | number,
  count: number,
): Promise<LaterChange[]> {
  return builder
    .select({
      actor: auditTrail.actor,
      action: auditTrail.action,
      changes: auditTrail.changes,
      createdAt: auditTrail.createdAt,
    })
    .from(auditTrail)
    .where(
      and(
        eq(auditTrail.shopId, shopId),
        eq(auditTrail.subject, subject),
        eq(auditTrail.subjectId, String(subjectId)),
      ),
    )
    .orderBy(desc(auditTrail.createdAt), desc(auditTrail.entryId))
    .limit(Math.min(Math.max(count, 0), 20));
}

const shortened = (value: string | number | null) =>
  typeof value === 'string' && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;

/** Who changed what, newest first: everything that is not stock, which has the ledger. */
import { and, count, desc, eq, like, or } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { auditTrail } from '@/db/schema';
import { contains, offsetOf, type Page, type PageRequest } from './paging';

export const trailSubjects = [
  'product',
  'variant',
  'location',
  'settings',
  'transfer',
  'hold',
  'order',
] as const;
export type TrailSubject = (typeof trailSubjects)[number];

export interface TrailRequest extends PageRequest {
  readonly shopId: number;
  readonly subject: TrailSubject | null;
  readonly subjectId: string | null;
  /** Part of a name of the thing or of the person. */
  readonly search: string;
}

function matching({ shopId, subject, subjectId, search }: TrailRequest) {
  return and(
    eq(auditTrail.shopId, shopId),
    subject ? eq(auditTrail.subject, subject) : undefined,
    subjectId ? eq(auditTrail.subjectId, subjectId) : undefined,
    search
      ? or(like(auditTrail.subjectName, contains(search)), like(auditTrail.actor, contains(search)))
      : undefined,
  );
}

export function trailPageQuery(builder: MySql2Database, request: TrailRequest) {
  return builder
    .select({
      entryId: auditTrail.entryId,
      subject: auditTrail.subject,
      subjectId: auditTrail.subjectId,
      subjectName: auditTrail.subjectName,
      action: auditTrail.action,
      changes: auditTrail.changes,
      actor: auditTrail.actor,
      reason: auditTrail.reason,
      createdAt: auditTrail.createdAt,
    })
    .from(auditTrail)
    .where(matching(request))
    .orderBy(desc(auditTrail.createdAt), desc(auditTrail.entryId))
    .limit(request.pageSize)
    .offset(offsetOf(request));
}

export type TrailRow = Awaited<ReturnType<typeof trailPageQuery>>[number];

export async function trailPage(builder: MySql2Database, request: TrailRequest): Promise<Page<TrailRow>> {
  const rows = await trailPageQuery(builder, request);
  const [all] = await builder.select({ total: count() }).from(auditTrail).where(matching(request));
  return { rows, total: all?.total ?? 0 };
}

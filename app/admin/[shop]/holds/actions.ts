'use server';
/** Live holds: given back before their time. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { openAdminOf } from '@/app/admin/access';
import { hiddenUuid, parseForm } from '@/app/admin/form';
import type { Answer } from '@/components/admin/answer';
import { releaseHold } from '@/merchant/release-hold';

const schema = z.object({ reservationId: hiddenUuid });

export async function release(_: Answer, form: FormData): Promise<Answer> {
  const { shop, engine, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const author = { shopId: shop.shopId, actor };
  const result = await releaseHold(engine, author, input.reservationId, 'Released by the merchant');
  refresh();
  const words = {
    released: 'Released: its units are available again.',
    claimed: 'Too late: it has been paid for, and its units are sold.',
    expired: 'It had expired already, and its units are available again.',
    not_found: 'Nothing was changed: this shop has no such hold.',
    busy: 'Nothing was changed: it is being paid for or taken back at this moment. Try again.',
  };
  return { status: result.outcome === 'released' ? 'done' : 'refused', message: words[result.outcome] };
}

/** How long units are held for a payment, and how the pools are filled. */
import type { Metadata } from 'next';
import { openAdmin } from '@/app/admin/access';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerCheckbox, AnswerText } from '@/components/admin/answer-fields';
import { PageHeading } from '@/components/admin/page-heading';
import { SeenField } from '@/components/admin/seen-field';
import { Card } from '@/components/ui/card';
import { save } from './actions';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage({ params }: { params: Promise<{ shop: string }> }) {
  const { shop } = await openAdmin((await params).shop);
  const minutes = Number((shop.holdSeconds / 60).toFixed(2));
  return (
    <>
      <PageHeading title="Settings" lead="Holds that run already keep the time that they were given." />
      <Card className="max-w-3xl">
        <ActionForm action={save} submitLabel="Save settings" className="space-y-6">
          <input type="hidden" name="shop" value={shop.slug} />
          <SeenField name="seenHold" seen={shop.holdSeconds} />
          <SeenField name="seenExtension" seen={shop.paymentExtensionSeconds} />
          <SeenField name="seenCap" seen={shop.poolCap} />
          <SeenField name="seenMark" seen={shop.lowWaterMark} />
          <fieldset className="space-y-4">
            <legend className="text-sm font-semibold">Holds</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              <AnswerText
                name="holdMinutes"
                label="Hold, in minutes"
                hint="How long units wait for a payment to begin."
                defaultValue={minutes}
                inputMode="decimal"
                autoComplete="off"
              />
              <AnswerText
                name="extensionSeconds"
                label="Extension, in seconds"
                hint="Added once, when a payment begins, so that a slow bank doesn't cost the buyer the units."
                defaultValue={shop.paymentExtensionSeconds}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </fieldset>
          <fieldset className="space-y-4">
            <legend className="text-sm font-semibold">Pools</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              <AnswerText
                name="poolCap"
                label="Pool cap, in unit rows"
                hint="Most rows that a refill lays out for an item at a location. The rest stays a number."
                defaultValue={shop.poolCap}
                inputMode="numeric"
                autoComplete="off"
              />
              <AnswerText
                name="lowWaterMark"
                label="Low-water mark, in unit rows"
                hint="Rows left at which the refill in the background starts."
                defaultValue={shop.lowWaterMark}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
            <AnswerCheckbox
              name="isForAll"
              label="Also for the levels that exist"
              hint="Otherwise only new levels take these over. A pool above a lowered cap shrinks by being sold."
            />
          </fieldset>
        </ActionForm>
      </Card>
    </>
  );
}

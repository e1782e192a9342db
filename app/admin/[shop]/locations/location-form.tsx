'use client';
/** Dialog to add or change a location: its name, its country, and to which regions it ships in which order. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerText } from '@/components/admin/answer-fields';
import { SeenField } from '@/components/admin/seen-field';
import { Dialog } from '@/components/ui/dialog';
import { create, edit } from './actions';

export interface LocationValues {
  locationId: number;
  name: string;
  countryCode: string;
  version: number;
  regions: { regionCode: string; priority: number }[];
}

interface LocationFormProps {
  shop: string;
  regions: { regionCode: string; name: string }[];
  /** Absent for a new one. */
  location?: LocationValues;
}

export function LocationForm({ shop, regions, location }: LocationFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      triggerLabel={
        location ? (
          <>
            Edit<span className="sr-only"> {location.name}</span>
          </>
        ) : (
          'New location'
        )
      }
      triggerTone={location ? 'outline' : 'solid'}
      triggerSize={location ? 'sm' : 'md'}
      title={location ? `Edit ${location.name}` : 'New location'}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ActionForm
        action={location ? edit : create}
        submitLabel={location ? 'Save' : 'Add location'}
        onDone={() => setOpen(false)}
      >
        <input type="hidden" name="shop" value={shop} />
        {location && (
          <>
            <input type="hidden" name="locationId" value={location.locationId} />
            <SeenField name="version" seen={location.version} />
          </>
        )}
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <AnswerText name="name" label="Name" defaultValue={location?.name} maxLength={80} required />
          <AnswerText
            name="countryCode"
            label="Country"
            hint="Two letters"
            defaultValue={location?.countryCode}
            maxLength={2}
            required
          />
        </div>
        <fieldset className="space-y-3">
          <legend className="text-sm font-medium">Ships to</legend>
          <p className="text-xs text-ink-faint">
            A priority for each region that it ships to: 1 is asked first. Empty: it doesn't ship there.
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            {regions.map(({ regionCode, name }) => (
              <AnswerText
                key={regionCode}
                name={`region-${regionCode}`}
                label={name}
                defaultValue={location?.regions.find((region) => region.regionCode === regionCode)?.priority}
                inputMode="numeric"
                maxLength={4}
                autoComplete="off"
              />
            ))}
          </div>
        </fieldset>
      </ActionForm>
    </Dialog>
  );
}

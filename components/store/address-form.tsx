'use client';
/** Contact and address. Errors stand at their fields, and the first of them gets the focus. */
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import type { Answer } from './answer';
import { useFirstError } from './first-error';

interface AddressFormProps {
  action: (before: Answer, form: FormData) => Promise<Answer>;
  delivery: {
    readonly email: string;
    readonly fullName: string;
    readonly street: string;
    readonly postcode: string;
    readonly city: string;
    readonly country: string;
    readonly regionCode: string;
  };
  regions: readonly { readonly code: string; readonly name: string }[];
}

export function AddressForm({ action, delivery, regions }: AddressFormProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  const form = useFirstError(answer);
  const { fields = {} } = answer;
  return (
    // Errors come from the server, field by field; the browser's own bubbles would hide them.
    <form
      ref={form}
      action={submit}
      noValidate
      className="space-y-5"
      onReset={(event) => event.preventDefault()}
    >
      {answer.message && <Notice tone="warn" isAnswer title={answer.message} />}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={delivery.email}
        hint="For the confirmation. This is a demonstration: nothing is sent."
        error={fields.email}
      />
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={delivery.fullName}
        error={fields.fullName}
      />
      <TextField
        label="Street and number"
        name="street"
        autoComplete="street-address"
        required
        maxLength={160}
        defaultValue={delivery.street}
        error={fields.street}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[9rem_1fr]">
        <TextField
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          required
          maxLength={20}
          defaultValue={delivery.postcode}
          error={fields.postcode}
        />
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          required
          maxLength={80}
          defaultValue={delivery.city}
          error={fields.city}
        />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Country"
          name="country"
          autoComplete="country-name"
          required
          maxLength={80}
          defaultValue={delivery.country}
          error={fields.country}
        />
        <SelectField
          label="Region"
          name="regionCode"
          key={delivery.regionCode}
          defaultValue={delivery.regionCode}
          hint="Decides from where it can be sent."
          error={fields.regionCode}
        >
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" size="lg" isPending={isPending}>
        Go on to the parcels
      </Button>
    </form>
  );
}

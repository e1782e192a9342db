'use client';
/** Form fields that show what an action answered for them and keep what was typed. */
import type { ComponentProps } from 'react';
import { CheckboxField, SelectField, TextareaField, TextField } from '@/components/ui/field';
import { useAnswer } from './action-form';

interface Named {
  name: string;
  defaultValue?: string | number;
}

function useField({ name, defaultValue }: Named) {
  const { status, fields, values } = useAnswer();
  const isKept = status !== 'idle' && status !== 'done';
  return {
    name,
    error: isKept ? fields?.[name] : undefined,
    defaultValue: (isKept ? values?.[name] : undefined) ?? defaultValue,
  };
}

export function AnswerText(props: Named & ComponentProps<typeof TextField>) {
  return <TextField {...props} {...useField(props)} />;
}

export function AnswerTextarea(props: Named & ComponentProps<typeof TextareaField>) {
  return <TextareaField {...props} {...useField(props)} />;
}

/** A select is made anew when its value comes back: React doesn't reset one to a new default. */
export function AnswerSelect(props: Named & ComponentProps<typeof SelectField>) {
  const field = useField(props);
  return <SelectField key={String(field.defaultValue)} {...props} {...field} />;
}

export function AnswerCheckbox({ defaultChecked, ...props }: Named & ComponentProps<typeof CheckboxField>) {
  const { status, fields, values } = useAnswer();
  const isKept = status !== 'idle' && status !== 'done';
  const isChecked = isKept ? values?.[props.name] !== undefined : defaultChecked;
  return (
    <CheckboxField
      key={String(isChecked)}
      {...props}
      defaultChecked={isChecked}
      error={isKept ? fields?.[props.name] : undefined}
    />
  );
}

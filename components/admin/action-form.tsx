'use client';
/**
 * A form for a server action that answers: fields inside read what is wrong with them, a sentence above the button says
 * what came of it, and what was typed stays until it is done.
 */
import { createContext, type ReactNode, useActionState, useContext } from 'react';
import { Button, type ButtonTone } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { type Answer, type AnswerAction, idleAnswer } from './answer';

const AnswerContext = createContext<Answer>(idleAnswer);
export const useAnswer = () => useContext(AnswerContext);

interface ActionFormProps {
  action: AnswerAction;
  submitLabel: ReactNode;
  submitTone?: ButtonTone;
  /** Beside the button. */
  aside?: ReactNode;
  /** The sentence of a "done" is left to `onDone`, and not shown as a message that passes. */
  isQuiet?: boolean;
  /** "Changed meanwhile" passes by as a message too: what others have done may take this form off the page. */
  isLoud?: boolean;
  /** Called after each answer "done". */
  onDone?: (answer: Answer) => void;
  className?: string;
  children: ReactNode;
}

export function ActionForm({
  action,
  submitLabel,
  submitTone,
  aside,
  isQuiet = false,
  isLoud = false,
  onDone,
  className = 'space-y-4',
  children,
}: ActionFormProps) {
  const toast = useToast();
  // Told here and not in an effect: what an action changes may take this very form off the page.
  async function actAndTell(before: Answer, form: FormData): Promise<Answer> {
    const answer = await action(before, form);
    if (answer.status === 'done') {
      if (answer.message && !isQuiet) toast({ title: answer.message });
      onDone?.(answer);
    } else if (isLoud && answer.status === 'changed' && answer.message) {
      toast({ title: answer.message });
    }
    return answer;
  }
  const [answer, formAction, isPending] = useActionState(actAndTell, idleAnswer);
  return (
    <AnswerContext value={answer}>
      <form action={formAction} className={className} noValidate>
        {children}
        <AnswerNote answer={answer} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" tone={submitTone} isPending={isPending}>
            {submitLabel}
          </Button>
          {aside}
        </div>
      </form>
    </AnswerContext>
  );
}

/** The sentence of an answer that is not "done"; that one passes by as a message. */
export function AnswerNote({ answer }: { answer: Answer }) {
  const isShown = answer.status === 'refused' || answer.status === 'changed' || answer.status === 'invalid';
  return (
    <div role="alert" className="empty:hidden">
      {isShown && (answer.message || answer.fields) && (
        <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-ink">
          {answer.message ?? 'Nothing was changed. See the fields above.'}
        </p>
      )}
    </div>
  );
}

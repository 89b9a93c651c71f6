import { useState } from "react";
import type * as z from "zod/mini";
import { deploymentNow } from "../../../features/clock/deployment-clock";
import { clearLater } from "../../../lib/forms/clear-later";
import { useForm, valuesOf } from "../../../lib/forms/use-form";
import { useKeptDraft } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { PendingNote } from "../../../ui/pending-note";
import { endsSession } from "../../../lib/forms/use-action";
import type { Elements } from "../../../ui/elements";

type SubmitWords = { label: string; pending: string; failure: string };

/** What connects a text field to the form, with the text that it begins with. */
export type FieldOf<Typed> = (name: keyof Typed & string) => {
  name: string;
  error: string | undefined;
  defaultValue: string;
};

/**
 * The form for something new or a change of it, with a preview of what is typed. What was typed stays after a failure,
 * and if it was typed while the form was being sent.
 * @param initial texts, and booleans for checkboxes, by the names of the fields
 * @param children the fields
 * @param keptAs names what is written, if it is kept until it is sent
 * @param theirs what the form began with, and what somebody else has saved since
 */
export function ComposeForm<
  Schema extends z.ZodMiniType,
  Typed extends object,
>({
  label,
  schema,
  initial,
  children,
  preview,
  submit,
  onSubmit,
  onClose,
  keptAs,
  theirs,
}: {
  label: string;
  schema: Schema;
  initial: Typed;
  children: (typed: Typed, field: FieldOf<Typed>) => Elements;
  /** @param now when something was typed last */
  preview: (typed: Typed, now: number) => Elements;
  submit: (typed: Typed) => SubmitWords;
  onSubmit: (draft: z.output<Schema>) => Promise<unknown>;
  /** Without it the form stays, and is empty once it is sent. */
  onClose?: (() => void) | undefined;
  keptAs?: string | undefined;
  theirs?: { before: Typed; now: Typed } | undefined;
}) {
  const [typed, setTyped] = useState(initial);
  const [typedAt, setTypedAt] = useState(deploymentNow);
  const words = submit(typed);
  const { formProps, field, notice, isPending } = useForm({
    schema,
    failure: words.failure,
    onSubmit: async (draft, form) => {
      const sent = JSON.stringify(typedIn(form, initial));
      const clear = clearLater(form);
      try {
        await onSubmit(draft);
      } catch (error) {
        if (endsSession(error)) return;
        throw error;
      }
      forget();
      if (onClose) return;
      // Only after a reset do the fields follow another `initial`.
      if (JSON.stringify(typedIn(form, initial)) === sent) form.reset();
      else clear();
      setTyped(typedIn(form, initial));
    },
    onDone: onClose,
  });
  const forget = useKeptDraft(formProps.ref, keptAs);
  return (
    <form
      {...formProps}
      data-lasting={keptAs}
      className="org-compose grid gap-5 gap-x-7"
      aria-label={label}
      onInput={({ currentTarget }) => {
        setTyped(typedIn(currentTarget, initial));
        setTypedAt(deploymentNow());
      }}
    >
      <div className="org-fields stack gap-5 content-start">
        {children(typed, (name) => ({
          ...field(name),
          defaultValue: String(initial[name]),
        }))}
      </div>
      <section className="org-preview" aria-label="Preview">
        <p className="label quiet" aria-hidden="true">
          Preview
        </p>
        {preview(typed, typedAt)}
        {theirs && isRival(typed, theirs) && (
          <section className="stack gap-4" aria-label="Saved by somebody else">
            <p className="label hot-text">
              Saved by somebody else since you began
            </p>
            {preview(theirs.now, typedAt)}
          </section>
        )}
      </section>
      <div className="org-submit stack gap-4">
        <FormNotice>{notice}</FormNotice>
        <div className="row gap-3 org-actions">
          {onClose && (
            <Button
              onClick={() => {
                forget();
                onClose();
              }}
            >
              Cancel
            </Button>
          )}
          <Button type="submit" tone="signal" isPending={isPending}>
            {words.label}
          </Button>
        </div>
        <PendingNote isPending={isPending}>{words.pending}</PendingNote>
      </div>
    </form>
  );
}

/** What is typed, and what the form began with where it has no field. */
function typedIn<Typed extends object>(form: HTMLFormElement, initial: Typed) {
  return { ...initial, ...valuesOf(form) } as Typed;
}

/** Whether a field was typed in that somebody else has changed to something else. */
function isRival<Typed extends object>(
  typed: Typed,
  { before, now }: { before: Typed; now: Typed },
): boolean {
  return (Object.keys(now) as (keyof Typed)[]).some(
    (name) =>
      now[name] !== before[name] &&
      typed[name] !== before[name] &&
      typed[name] !== now[name],
  );
}

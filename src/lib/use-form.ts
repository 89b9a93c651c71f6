import { useEffect, useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod/mini";
import { check } from "../../convex/shared/check";
import {
  isAppError,
  type AppErrorData,
  type ErrorCode,
} from "../../convex/shared/errors";
import { notify } from "../ui/notify";
import { messageOf } from "./error-message";

type FieldErrors = Partial<Record<string, string>>;

export type FormOptions<Schema extends z.ZodMiniType> = {
  schema: Schema;
  /** Sends the tidied values; what it throws is shown, and what was typed stays. The form is there to be cleared. */
  onSubmit: (values: z.output<Schema>, form: HTMLFormElement) => Promise<void>;
  /** The sentence for failures that are not refusals. */
  failure: string;
  /** Which field a refusal belongs to when the refusal does not say. */
  fieldOf?: Partial<Record<ErrorCode, string>>;
};

/**
 * A form checked with the server's own schema. The fields keep their own values, so nothing typed is ever lost;
 * each error is shown beside its field, the first one also as a toast, and the focus goes to that field.
 */
export function useForm<Schema extends z.ZodMiniType>(
  options: FormOptions<Schema>,
) {
  const ref = useSubmittedEarly();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPending, setIsPending] = useState(false);

  function show(refusals: AppErrorData[]) {
    const shown = refusals.map((refusal) => ({
      field: refusal.field ?? options.fieldOf?.[refusal.code],
      message: refusal.message,
    }));
    const byField = shown.flatMap(({ field, message }) =>
      field === undefined ? [] : [[field, message]],
    );
    // The error must stand beside the field before the focus reaches it, or it is not read out.
    flushSync(() => setErrors(Object.fromEntries(byField)));
    const first = shown.find(({ field }) => field !== undefined);
    focusField(ref.current, first?.field);
  }

  async function send(values: z.output<Schema>, form: HTMLFormElement) {
    setIsPending(true);
    try {
      await options.onSubmit(values, form);
    } catch (error) {
      notify.error(messageOf(error, options.failure));
      if (isAppError(error)) show([error.data]);
    } finally {
      setIsPending(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const checked = check(options.schema, valuesOf(event.currentTarget));
    if (checked.ok) {
      setErrors({});
      void send(checked.value, event.currentTarget);
      return;
    }
    show(checked.refusals);
    const [first] = checked.refusals;
    if (first !== undefined) notify.error(first.message);
  }

  const formProps = { ref, onSubmit, noValidate: true, "aria-busy": isPending };
  return { formProps, errors, isPending };
}

/**
 * Sends a form that was submitted before its script was there; `public/first-paint.js` made it wait.
 * @returns the ref of the form
 */
function useSubmittedEarly() {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    form.dataset.ready = "";
    if (!("waiting" in form.dataset)) return;
    delete form.dataset.waiting;
    form.requestSubmit();
  }, []);
  return ref;
}

/** A form's values by name; a checkbox counts as true or false. */
function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const checkboxes = form.querySelectorAll<HTMLInputElement>(
    "input[type=checkbox][name]",
  );
  return {
    ...Object.fromEntries(new FormData(form)),
    ...Object.fromEntries(
      [...checkboxes].map((box) => [box.name, box.checked]),
    ),
  };
}

function focusField(form: HTMLFormElement | null, name: string | undefined) {
  const field = name === undefined ? null : form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

import { useEffect, useRef, useState, type FormEvent } from "react";
import type * as z from "zod/mini";
import { check } from "../../convex/shared/check";
import type { ErrorCode } from "../../convex/shared/errors";
import { useRefusals } from "./use-refusals";

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
 * @returns `notice`, for the refusals that are about no field; `fail` and `refuse`, for what else the form offers
 */
export function useForm<Schema extends z.ZodMiniType>(
  options: FormOptions<Schema>,
) {
  const ref = useSubmittedEarly();
  const { errors, notice, refuse, fail, clear } = useRefusals(
    ref,
    options.fieldOf,
  );
  const [isPending, setIsPending] = useState(false);

  async function send(values: z.output<Schema>, form: HTMLFormElement) {
    setIsPending(true);
    try {
      await options.onSubmit(values, form);
    } catch (error) {
      fail(error, options.failure);
    } finally {
      setIsPending(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const checked = check(options.schema, valuesOf(event.currentTarget));
    if (!checked.ok) {
      refuse(checked.refusals);
      return;
    }
    clear();
    void send(checked.value, event.currentTarget);
  }

  const formProps = { ref, onSubmit, noValidate: true, "aria-busy": isPending };
  return { formProps, errors, notice, isPending, refuse, fail, clear };
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

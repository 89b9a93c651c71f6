import { useEffect, useRef, useState, type FormEvent } from "react";
import type * as z from "zod/mini";
import { check } from "#convex/platform/shared/input";
import type { ErrorCode } from "#convex/platform/shared/errors";
import { notify } from "../notify";
import { useRefusals } from "./use-refusals";

export type FormOptions<Schema extends z.ZodMiniType> = {
  schema: Schema;
  /** Sends the parsed values. If it throws, the error is shown and the fields keep their values. */
  onSubmit: (values: z.output<Schema>, form: HTMLFormElement) => Promise<void>;
  /** Closes or empties the form. Not called if its values are others by then: what was typed meanwhile stays. */
  onDone?: (form: HTMLFormElement) => void;
  /**
   * Its fields show what is stored, also when that is changed elsewhere, until they are typed in; once it is sent they
   * do so again, unless `onDone` is given.
   */
  isOfStored?: boolean;
  /** The message for errors that are not refusals of the catalogue. */
  failure: string | ((error: unknown) => string);
  /** The field of a refusal that does not name one. */
  fieldOf?: Partial<Record<ErrorCode, string>>;
  /** The specification shows the form's refusals in toasts. */
  hasToasts?: boolean;
};

/**
 * A form validated with the server's schema. Its fields are uncontrolled, so no input is ever lost. Each error is shown
 * beside its field, and the first one's field gets the focus.
 * @returns `notice` for refusals that concern no field; `fail` and `refuse` for other actions of the form
 */
export function useForm<Schema extends z.ZodMiniType>(
  options: FormOptions<Schema>,
) {
  const ref = useSubmittedEarly();
  const { errors, notice, refuse, fail, warn, clear } = useRefusals(
    ref,
    options.fieldOf,
    options.hasToasts,
  );
  const [isPending, setIsPending] = useState(false);
  const { isOfStored = false, onDone = isOfStored ? reset : undefined } =
    options;
  // Browsers take what React fills in for typed.
  useEffect(() => {
    if (isOfStored && ref.current) reset(ref.current);
  }, [isOfStored, ref]);

  async function send(values: z.output<Schema>, form: HTMLFormElement) {
    setIsPending(true);
    try {
      await options.onSubmit(values, form);
      if (onDone === undefined) return;
      // Fields may write the same in another way by then: a typed skill has become a chosen one.
      const now = check(options.schema, valuesOf(form));
      if (now.ok && JSON.stringify(now.value) === JSON.stringify(values))
        onDone(form);
      else warn(TYPED_MEANWHILE);
    } catch (error) {
      const { failure } = options;
      fail(error, typeof failure === "string" ? failure : failure(error));
    } finally {
      setIsPending(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Between hydration and its effects, `public/first-paint.js` marks a form that is submitted here.
    delete event.currentTarget.dataset.waiting;
    if (isPending) return;
    notify.endErrors();
    const checked = check(options.schema, valuesOf(event.currentTarget));
    if (!checked.ok) {
      refuse(checked.refusals);
      return;
    }
    clear();
    void send(checked.value, event.currentTarget);
  }

  const formProps = {
    ref,
    onSubmit,
    // A browser that sends the form by itself, without scripts, must not write its words into the address.
    method: "post",
    noValidate: true,
    "aria-busy": isPending,
  };
  /** What connects a field to the form. */
  const field = (name: string) => ({ name, error: errors[name] });
  return { formProps, field, errors, notice, isPending, refuse, fail, clear };
}

const reset = (form: HTMLFormElement) => form.reset();

const TYPED_MEANWHILE = "This was sent without what you have typed since then.";

/** Submits a form that was submitted before hydration; `public/first-paint.js` held it back. */
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

export type FormValues = Record<string, FormDataEntryValue | boolean>;

/** A form's values by name; checkboxes are booleans. */
export function valuesOf(form: HTMLFormElement): FormValues {
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

import { type RefObject, useEffect, useState } from "react";
import { errorMessage } from "../ui/error-message";

/** How the backend's error messages name the invalid field. */
const PATTERNS = [/(?:^|\.)Path: \.([\w$]+)/m, /field [`"]([^`"]+)[`"]/];

type Refusal = {
  fields: ReadonlyMap<string, string>;
  /** An error that concerns no single field. */
  general: string | null;
};

const NONE: Refusal = { fields: new Map(), general: null };

/**
 * The errors of a form, by field. When a form is refused, the first invalid
 * field gets the focus; editing a field clears its error.
 */
export function useRefusal(form: RefObject<HTMLFormElement | null>) {
  const [refusal, setRefusal] = useState<Refusal>(NONE);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    if (invalid instanceof HTMLElement) invalid.focus();
  }, [refusals, form]);
  const refuse = (next: Refusal) => {
    setRefusal(next);
    setRefusals(refusals + 1);
  };
  return {
    errors: refusal.fields,
    general: refusal.general,
    show: (fields: ReadonlyMap<string, string>) =>
      refuse({ fields, general: null }),
    /** @param known names of the fields that have an editor */
    showFailure: (error: unknown, known: readonly string[]) => {
      const message = errorMessage(error);
      const field = refusedField(message);
      refuse(
        field !== null && known.includes(field)
          ? { fields: new Map([[field, message]]), general: null }
          : { fields: new Map(), general: message },
      );
    },
    clear: () => setRefusal(NONE),
    /** Clears the error of a field that is being edited. */
    clearField: (name: string) =>
      setRefusal((now) => {
        if (!now.fields.has(name)) return now;
        const left = [...now.fields].filter(([field]) => field !== name);
        return { fields: new Map(left), general: now.general };
      }),
  };
}

/** The field that an error message names; null if it names none. */
export function refusedField(message: string): string | null {
  for (const pattern of PATTERNS) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

import { type RefObject, useEffect, useState } from "react";
import { plainMessage } from "../ui/plain-message";
import { refusedField } from "./refused-field";

type Refusal = {
  fields: ReadonlyMap<string, string>;
  /** About none of the fields. */
  general: string | null;
};

const NONE: Refusal = { fields: new Map(), general: null };

/**
 * What is wrong with a form, beside the fields it is about. The first of those
 * gets the focus when it is refused, and keeps out of the way while it is mended.
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
    /** @param known the fields that have an editor */
    showFailure: (error: unknown, known: readonly string[]) => {
      const message = plainMessage(error);
      const field = refusedField(message);
      refuse(
        field !== null && known.includes(field)
          ? { fields: new Map([[field, message]]), general: null }
          : { fields: new Map(), general: message },
      );
    },
    clear: () => setRefusal(NONE),
    /** Somebody is mending it. */
    mend: (name: string) =>
      setRefusal((now) => {
        if (!now.fields.has(name)) return now;
        const left = [...now.fields].filter(([field]) => field !== name);
        return { fields: new Map(left), general: now.general };
      }),
  };
}

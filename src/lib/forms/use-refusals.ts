import { useEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import {
  isAppError,
  type AppErrorData,
  type ErrorCode,
} from "#convex/platform/shared/errors";
import { durationInWords } from "#convex/platform/shared/text";
import { notify } from "../notify";
import { bringIntoSight } from "../focus/bring-into-sight";

type Shown = {
  errors: Partial<Record<string, string>>;
  notice?: string;
  /** After this time the notice is removed. */
  waitSeconds?: number;
};

/**
 * Shows refusals beside their fields (`fieldOf`, if they name none) or as a notice of the form. The first one is a toast
 * too if no field says it, or if the form `hasToasts`, as the specification wants for some.
 */
export function useRefusals(
  form: RefObject<HTMLFormElement | null>,
  fieldOf: Partial<Record<ErrorCode, string>> = {},
  hasToasts = false,
) {
  const [shown, setShown] = useState<Shown>({ errors: {} });
  const clear = () => setShown({ errors: {} });
  useClearedAfter(shown, setShown);

  function refuse(refusals: AppErrorData[]) {
    const [first] = refusals;
    if (first === undefined) return;
    const all = refusals.map((refusal) => ({
      refusal,
      field: refusal.field ?? fieldOf[refusal.code],
    }));
    if (hasToasts || all[0]?.field === undefined) notify.error(first.message);
    const errors = all.flatMap(({ refusal, field }) =>
      field === undefined ? [] : [[field, refusal.message]],
    );
    const general = all.find(({ field }) => field === undefined)?.refusal;
    const next = {
      errors: Object.fromEntries(errors),
      ...(general && noticeOf(general)),
    };
    // The error must be rendered before its field gets the focus, or screen readers do not read it.
    flushSync(() => setShown(next));
    focusField(form.current, all.find(({ field }) => field)?.field);
  }

  /** Shows why sending failed: the refusal, or `failure`. A dialog would cover a toast. */
  function fail(error: unknown, failure: string) {
    if (isAppError(error)) refuse([error.data]);
    else if (form.current?.closest("dialog")) {
      setShown({ errors: {}, notice: failure });
    } else notify.error(failure);
  }

  /** Shows a notice that is no refusal. */
  const warn = (notice: string) => setShown({ errors: {}, notice });

  const { errors, notice } = shown;
  return { errors, notice, refuse, fail, warn, clear };
}

/** Removes a notice that names a waiting time when that time is over. */
function useClearedAfter(shown: Shown, show: (next: Shown) => void) {
  useEffect(() => {
    if (shown.waitSeconds === undefined) return;
    const timer = setTimeout(
      () => show({ errors: shown.errors }),
      shown.waitSeconds * 1000,
    );
    return () => clearTimeout(timer);
  }, [shown, show]);
}

const saysWait = new Set<ErrorCode>(["rate_limited", "too_many_codes"]);

/** The refusal's message, followed by the waiting time unless it contains it. */
function noticeOf(
  refusal: AppErrorData & { waitSeconds?: number },
): Pick<Shown, "notice" | "waitSeconds"> {
  const { code, message, waitSeconds } = refusal;
  if (waitSeconds === undefined) return { notice: message };
  const wait = `You can try again in ${durationInWords(waitSeconds)}.`;
  const notice = saysWait.has(code) ? message : `${message} ${wait}`;
  return { notice, waitSeconds };
}

function focusField(form: HTMLFormElement | null, name: string | undefined) {
  const field = name === undefined ? null : form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  // Focusing alone is content with half a field, or one whose label is under the bar.
  field.focus({ preventScroll: true });
  const whole = field.closest("[data-field]") ?? field;
  bringIntoSight(whole);
}

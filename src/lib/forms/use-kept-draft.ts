import { useEffect, useRef, type FormEvent, type RefObject } from "react";
import type * as z from "zod/mini";
import { keepAnswer, keptAnswer, keptKey } from "../session/kept-store";
import { useForm, type FormOptions } from "./use-form";

/** What is typed, by the names of the fields that show something else by themselves. */
type Draft = Record<string, string | boolean>;

/** Texts of several lines are taken for inputs. */
type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Keeps what is typed into a form on this device until it is sent, `forget` is called or the session ends: phones throw
 * away pages that they do not show, and Escape closes a dialog. Only what differs from what the form showed comes back, so
 * it undoes no change of others. Tabs that show the same draft follow each other, to the end. Texts are uncontrolled, and
 * the form has `data-lasting`.
 * @param about names what is written; nothing is kept without it
 * @returns forgets what is kept, unless something else was typed in another tab
 */
export function useKeptDraft(
  ref: RefObject<HTMLFormElement | null>,
  about: string | undefined,
): () => void {
  const own = useRef<{ form: HTMLFormElement; key: string; text: string }>(
    null,
  );
  // At each render: the form of a dialog comes and goes.
  useEffect(() => {
    const form = ref.current;
    const key = form === null ? undefined : keyOf(about);
    if (form === null || key === undefined) return;
    const isOwn = (text: string) => text === own.current?.text;
    const show = () => {
      const draft = draftAt(key);
      own.current = { form, key, text: JSON.stringify(draft) };
      if (draft) putBack(form, draft);
    };
    const keep = () => {
      const draft = draftIn(form);
      const text = JSON.stringify(draft);
      if (!form.isConnected || isOwn(text)) return;
      own.current = { form, key, text };
      keepAnswer(key, draft);
    };
    // What is chosen by buttons.
    const keepSoon = ({ target }: Event) => {
      if ((target as Element).closest("[type=button]")) setTimeout(keep);
    };
    const follow = ({ key: changed, oldValue }: StorageEvent) => {
      if (changed !== key || !isOwn(textIn(oldValue))) return;
      form.reset();
      show();
      tell(form, "input");
    };
    if (own.current?.form !== form || own.current.key !== key) show();
    form.addEventListener("input", keep);
    form.addEventListener("click", keepSoon);
    window.addEventListener("storage", follow);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("click", keepSoon);
      window.removeEventListener("storage", follow);
    };
  });
  return () => {
    const { key, text } = own.current ?? {};
    if (key !== undefined && JSON.stringify(draftAt(key)) === text)
      keepAnswer(key, null);
  };
}

/**
 * A form whose draft is kept until it is sent.
 * @param options as of `useForm`; `keptAs` names what is written, `shows` is what its fields show. `onSubmit` also gets
 * what `shows` was when somebody began to type in a field; after a refusal they have read what is there by then
 * @returns as `useForm`, and `cancel`, which makes the press on Cancel of what closes the form: it drops the draft
 */
export function useKeptForm<Schema extends z.ZodMiniType, Shown = undefined>(
  options: Omit<FormOptions<Schema>, "onSubmit"> & {
    keptAs: string;
    shows?: Shown;
    onSubmit: (
      values: z.output<Schema>,
      form: HTMLFormElement,
      seen: (name: string) => Shown,
    ) => Promise<void>;
  },
) {
  const seen = useRef(new Map<string, Shown>());
  const now = options.shows as Shown;
  const form = useForm({
    ...options,
    onSubmit: async (values, element) => {
      const { current } = seen;
      seen.current = new Map();
      await options.onSubmit(values, element, (it) => current.get(it) ?? now);
      forget();
    },
  });
  const forget = useKeptDraft(form.formProps.ref, options.keptAs);
  const cancel = (close: () => void) => () => {
    forget();
    close();
  };
  // A draft that comes back is input, too.
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as Field;
    if (!seen.current.has(name)) seen.current.set(name, now);
  };
  const formProps = { ...form.formProps, onInput, "data-lasting": true };
  return { ...form, formProps, cancel };
}

/** Whether something is typed, and not sent. */
export function hasDraft(about: string): boolean {
  const key = keyOf(about);
  return key !== undefined && draftAt(key) !== null;
}

function keyOf(about: string | undefined): string | undefined {
  return about === undefined ? undefined : keptKey("form:typed", { about });
}

function draftAt(key: string): Draft | null {
  return (keptAnswer(key)?.data ?? null) as Draft | null;
}

/** The draft in an entry of the storage, as `JSON.stringify` gives it. */
function textIn(entry: string | null): string {
  const kept = JSON.parse(entry ?? "{}") as { data?: unknown };
  return JSON.stringify(kept.data ?? null);
}

function draftIn(form: HTMLFormElement): Draft | null {
  const changed = fieldsOf(form).filter(isChanged);
  return changed.length === 0
    ? null
    : Object.fromEntries(
        changed.map((field) => [
          field.name,
          field.type === "checkbox" ? isTicked(field) : field.value,
        ]),
      );
}

function putBack(form: HTMLFormElement, draft: Draft): void {
  for (const field of fieldsOf(form)) {
    const value = draft[field.name];
    if (value === undefined) continue;
    if (isChoice(field)) {
      const isWanted = field.type === "radio" ? field.value === value : value;
      if (isWanted !== isTicked(field)) field.click();
    } else {
      field.value = String(value);
      tell(field, "input");
      tell(field, "change");
    }
  }
}

/** For what follows a field: a preview, or the component that keeps it. */
function tell(element: HTMLElement, event: "input" | "change"): void {
  element.dispatchEvent(new Event(event, { bubbles: true }));
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [
    ...form.querySelectorAll<Field>(
      "input[name]:not([type=password], [type=file]), textarea[name], select[name]",
    ),
  ];
}

const isChoice = ({ type }: Field) => type === "checkbox" || type === "radio";
const isTicked = (field: Field) => (field as HTMLInputElement).checked;

/** Whether it holds something else than it shows by itself; a hidden field says what that is. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.selectedOptions].some((it) => !it.defaultSelected);
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  return field.value !== (field.dataset["shown"] ?? field.defaultValue);
}

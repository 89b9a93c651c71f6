import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { Confirmation } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime, ZONE } from "../frame/indian-time";
import { TitledPanel } from "../frame/titled-panel";

/** Instants by field name; null for none. */
type Times<Name extends string> = Record<Name, number | null>;

type Field<Name extends string> = {
  name: Name;
  /** Before the zone: "Open, in India Standard Time". */
  label: string;
  hint: string;
  isOptional?: boolean;
};

type Question = Pick<
  Parameters<typeof Confirmation>[0],
  "title" | "text" | "confirm"
>;

/** Times at which something opens or closes by itself, in India's time wherever the organiser is. */
export function TimesPanel<Name extends string>({
  title,
  state,
  fields,
  saved,
  save,
  failure,
  submit,
  question,
  isAsked,
  actions,
}: {
  title: string;
  /** The current state. */
  state: string;
  fields: readonly Field<Name>[];
  /** The current setting. If somebody else changes it, fields in which nothing was typed follow. */
  saved: Times<Name>;
  save: (times: Times<Name>) => Promise<unknown>;
  failure: string;
  submit: string;
  /** The confirmation before saving times that close something at once. */
  question: Question;
  isAsked: (times: Times<Name>) => boolean;
  /** Further buttons. */
  actions: (tools: {
    typed: Record<Name, string>;
    /** Fills times into the fields. */
    fill: (times: Partial<Times<Name>>) => void;
    saveNow: (times: Times<Name> | Promise<Times<Name>>) => void;
  }) => ReactNode;
}) {
  const [typed, setTyped] = useState(() => inputsOf(saved));
  const [asked, setAsked] = useState<Times<Name> | null>(null);
  const [shown, setShown] = useState(saved);
  if (fields.some(({ name }) => shown[name] !== saved[name])) {
    setShown(saved);
    setTyped(
      mapped(saved, (name) =>
        typed[name] === inputOf(shown[name])
          ? inputOf(saved[name])
          : typed[name],
      ),
    );
  }
  const { formProps, errors, notice, isPending, fail } = useForm({
    schema: schemaOf(fields),
    failure,
    onSubmit: async (values) => {
      const times = mapped(saved, (name) =>
        parseIndianTime(values[name] ?? ""),
      );
      if (isAsked(times)) setAsked(times);
      else await save(times);
    },
  });
  const tools = {
    typed,
    fill: (times: Partial<Times<Name>>) =>
      setTyped(
        mapped(saved, (name) =>
          times[name] === undefined ? typed[name] : inputOf(times[name]),
        ),
      ),
    saveNow: (times: Times<Name> | Promise<Times<Name>>) =>
      void Promise.resolve(times)
        .then(save)
        .catch((error: unknown) => fail(error, failure)),
  };
  return (
    <TitledPanel title={title}>
      <p aria-live="polite">{state}</p>
      <form {...formProps} className="stack gap-4" aria-label={title}>
        {fields.map(({ name, label, hint, isOptional = false }) => (
          <TextField
            key={name}
            label={`${label} ${ZONE}`}
            name={name}
            type="datetime-local"
            isOptional={isOptional}
            value={typed[name]}
            onChange={({ target }) =>
              setTyped({ ...typed, [name]: target.value })
            }
            hint={`${ownTimeOf(typed[name])} ${hint}`}
            error={errors[name]}
          />
        ))}
        <FormNotice>{notice}</FormNotice>
        <div className="row gap-3 org-actions">
          {actions(tools)}
          <Button type="submit" tone="signal" isPending={isPending}>
            {submit}
          </Button>
        </div>
      </form>
      <Confirmation
        {...question}
        isOpen={asked !== null}
        failure={failure}
        onClose={() => setAsked(null)}
        onConfirm={async () => asked && save(asked)}
      />
    </TitledPanel>
  );
}

/** A typed time, or the sentence that it is invalid. */
function schemaOf(fields: readonly Field<string>[]) {
  return z.object(
    Object.fromEntries(
      fields.map(({ name, isOptional = false }) => [
        name,
        z
          .string()
          .check(
            z.refine(
              (typed) =>
                (isOptional && typed === "") || parseIndianTime(typed) !== null,
              { error: "Enter a date and a time." },
            ),
          ),
      ]),
    ),
  );
}

function inputsOf<Name extends string>(times: Times<Name>) {
  return mapped(times, (name) => inputOf(times[name]));
}

function inputOf(at: number | null): string {
  return at === null ? "" : indianInput(at);
}

function mapped<Name extends string, Value>(
  times: Times<Name>,
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  const names = Object.keys(times) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, valueOf(name)]),
  ) as Record<Name, Value>;
}

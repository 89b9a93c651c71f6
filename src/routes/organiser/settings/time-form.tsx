import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { useForm } from "../../../lib/forms/use-form";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime, ZONE } from "../frame/indian-time";

const INVALID = "Enter a date and a time.";

/** Sets, moves or removes a time, in India's time wherever the organiser is. */
export function TimeForm({
  name,
  label,
  initial,
  isSet,
  failure,
  save,
  onClose,
}: {
  /** As the deployment's refusals name it. */
  name: string;
  label: string;
  initial: number;
  isSet: boolean;
  failure: string;
  /** Null removes the time. @returns whether it is saved; if not, the form stays */
  save: (at: number | null) => Promise<boolean>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(() => indianInput(initial));
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector("input")?.focus(), []);
  const submit = async (at: number | null) => {
    if (await save(at)) onClose();
  };
  const { formProps, field, notice, isPending, fail } = useForm({
    schema: z.object({
      [name]: z.string().check(
        z.refine((text) => parseIndianTime(text) !== null, {
          error: INVALID,
        }),
      ),
    }),
    failure,
    onSubmit: (values) => submit(parseIndianTime(values[name] ?? "")),
  });
  return (
    <form {...formProps} className="stack gap-3" aria-label={label}>
      <div ref={row}>
        <TextField
          label={`Date and time in ${ZONE}`}
          {...field(name)}
          type="datetime-local"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={ownTimeOf(typed)}
        />
      </div>
      <FormNotice>{notice}</FormNotice>
      <div className="row gap-3 org-actions">
        <Button onClick={onClose}>Cancel</Button>
        {isSet && (
          <Button
            onClick={() =>
              void submit(null).catch((error: unknown) => fail(error, failure))
            }
          >
            Remove the time
          </Button>
        )}
        <Button type="submit" tone="signal" isPending={isPending}>
          Set the time
        </Button>
      </div>
    </form>
  );
}

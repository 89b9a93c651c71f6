import { useMutation } from "convex/react";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import type { TeamChangesState } from "#convex/shared/teamChanges";
import { event } from "../../../content/event";
import { formatMoment } from "../../../lib/format-date";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { Panel } from "../../../ui/panel";
import { TextField } from "../../../ui/text-field";
import { Confirmation } from "../../../ui/confirmation";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime, ZONE } from "../indian-time";

const FAILURE = "Failed to set the time";
const SUGGESTED_MS = 48 * 60 * 60 * 1000;
const suggestion = Date.parse(event.firstDay) - SUGGESTED_MS;

/** The time as it is typed, or the sentence that it is none. */
const typedSchema = z.object({
  closeAt: z.string().check(
    z.refine((typed) => parseIndianTime(typed) !== null, {
      error: "Enter a date and a time.",
    }),
  ),
});

/** The time at which team changes close by themselves. @param closeAt what is set, if anything */
export function ClosingTime({
  closeAt,
  state,
}: {
  closeAt: number | undefined;
  state: TeamChangesState;
}) {
  const id = useId();
  const change = useMutation(api.settings.change);
  const [typed, setTyped] = useState(() => inputOf(closeAt));
  const [asked, setAsked] = useState<number | null>(null);
  const [shown, setShown] = useState(closeAt);
  if (shown !== closeAt) {
    setShown(closeAt);
    setTyped(inputOf(closeAt));
  }
  const save = (teamChangesCloseAt: number | null) =>
    change({ teamChangesCloseAt });
  const { formProps, errors, notice, isPending, fail } = useForm({
    schema: typedSchema,
    failure: FAILURE,
    onSubmit: async (values) => {
      const instant = parseIndianTime(values.closeAt);
      if (instant === null) return;
      // Closing at once is asked for first, as with the switch.
      if (instant <= Date.now() && state.isOpen) setAsked(instant);
      else await save(instant);
    },
  });
  return (
    <Panel aria-labelledby={id}>
      <div className="org-panel">
        <h2 id={id}>Team changes close by themselves</h2>
        <p aria-live="polite">{stateInWords(closeAt, state)}</p>
        <form {...formProps} className="org-closing" aria-labelledby={id}>
          <TextField
            label={`Date and time in ${ZONE}`}
            name="closeAt"
            type="datetime-local"
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
            hint={`${ownTimeOf(typed)} Suggested: 48 hours before the start, ${formatMoment(suggestion)}.`}
            error={errors.closeAt}
          />
          <FormNotice>{notice}</FormNotice>
          <div className="org-actions">
            <Button onClick={() => setTyped(indianInput(suggestion))}>
              Fill in the suggestion
            </Button>
            {closeAt !== undefined && (
              <Button
                onClick={() =>
                  void save(null).catch((error: unknown) =>
                    fail(error, FAILURE),
                  )
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
      </div>
      <Confirmation
        isOpen={asked !== null}
        title="Close team changes now?"
        text="That time is over, so teams cannot be changed any more as soon as it is set."
        keep="Leave it as it is"
        confirm="Close team changes"
        failure={FAILURE}
        onClose={() => setAsked(null)}
        onConfirm={() => save(asked)}
      />
    </Panel>
  );
}

function stateInWords(
  closeAt: number | undefined,
  { isOpen, closedSince }: TeamChangesState,
): string {
  if (closeAt === undefined) return "No time is set: only the switch closes.";
  if (isOpen) return `They close on ${formatMoment(closeAt)}.`;
  return closeAt === closedSince
    ? `They closed on ${formatMoment(closeAt)}. The switch opens them again and removes the time.`
    : `They are closed by the switch. The time that is set is ${formatMoment(closeAt)}.`;
}

function inputOf(closeAt: number | undefined): string {
  return closeAt === undefined ? "" : indianInput(closeAt);
}

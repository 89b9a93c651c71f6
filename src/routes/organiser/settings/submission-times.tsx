import { useMutation } from "convex/react";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import type { Submissions } from "#convex/shared/validators";
import { event } from "../../../content/event";
import { formatMoment } from "../../../lib/format-date";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { Confirmation } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { Panel } from "../../../ui/panel";
import { TextField } from "../../../ui/text-field";
import { ownTimeOf } from "../editing/publication-time";
import { indianInput, parseIndianTime, ZONE } from "../indian-time";

const FAILURE = "Failed to set the times";
const MINUTE = 60 * 1000;
const MORE = 30;

const time = z.string().check(
  z.refine((typed) => typed === "" || parseIndianTime(typed) !== null, {
    error: "Enter a date and a time.",
  }),
);
const typedSchema = z.object({ opensAt: time, closesAt: time });

type Times = { opensAt: number | null; closesAt: number | null };

/** From when to when teams work on their projects and hand them in. All clocks follow a change at once. */
export function SubmissionTimes({
  opensAt,
  closesAt,
  state,
}: Times & Pick<Submissions, "state">) {
  const id = useId();
  const change = useMutation(api.settings.change);
  const [typed, setTyped] = useState(() => inputsOf({ opensAt, closesAt }));
  const [asked, setAsked] = useState<Times | null>(null);
  const [shown, setShown] = useState<Times>({ opensAt, closesAt });
  if (shown.opensAt !== opensAt || shown.closesAt !== closesAt) {
    setShown({ opensAt, closesAt });
    setTyped(inputsOf({ opensAt, closesAt }));
  }
  const save = async (times: Times) =>
    change({
      submissionsOpenAt: times.opensAt,
      submissionsCloseAt: times.closesAt,
    });
  const { formProps, errors, notice, isPending, fail } = useForm({
    schema: typedSchema,
    failure: FAILURE,
    onSubmit: async (values) => {
      const times = {
        opensAt: parseIndianTime(values.opensAt),
        closesAt: parseIndianTime(values.closesAt),
      };
      const closesNow =
        state === "open" &&
        (times.opensAt === null || (times.closesAt ?? Infinity) <= Date.now());
      if (closesNow) setAsked(times);
      else await save(times);
    },
  });
  const fill = (closing: number) =>
    setTyped({
      opensAt:
        typed.opensAt === "" ? inputOf(suggested.opensAt) : typed.opensAt,
      closesAt: inputOf(closing),
    });
  return (
    <Panel aria-labelledby={id}>
      <div className="org-panel">
        <h2 id={id}>Submissions open and close</h2>
        <p aria-live="polite">{STATES[state]}</p>
        <form {...formProps} className="org-closing" aria-labelledby={id}>
          <TextField
            label={`Open, in ${ZONE}`}
            name="opensAt"
            type="datetime-local"
            isOptional
            value={typed.opensAt}
            onChange={({ target }) =>
              setTyped({ ...typed, opensAt: target.value })
            }
            hint={`${ownTimeOf(typed.opensAt)} Without it, the tab says what it says as shipped.`}
            error={errors.opensAt}
          />
          <TextField
            label={`Close, in ${ZONE}`}
            name="closesAt"
            type="datetime-local"
            isOptional
            value={typed.closesAt}
            onChange={({ target }) =>
              setTyped({ ...typed, closesAt: target.value })
            }
            hint={`${ownTimeOf(typed.closesAt)} Suggested: ${formatMoment(suggested.closesAt)}.`}
            error={errors.closesAt}
          />
          <FormNotice>{notice}</FormNotice>
          <div className="org-actions">
            {closesAt === null ? (
              <Button onClick={() => fill(suggested.closesAt)}>
                Fill in the suggestion
              </Button>
            ) : (
              <Button
                onClick={() =>
                  void save({
                    opensAt,
                    closesAt: closesAt + MORE * MINUTE,
                  }).catch((error: unknown) => fail(error, FAILURE))
                }
              >
                Give everyone {MORE} minutes more
              </Button>
            )}
            <Button type="submit" tone="signal" isPending={isPending}>
              Set the times
            </Button>
          </div>
        </form>
      </div>
      <Confirmation
        isOpen={asked !== null}
        title="Close submissions now?"
        text="With these times nobody can write or hand in any more as soon as they are set. Drafts stay drafts."
        keep="Leave them as they are"
        confirm="Close submissions"
        failure={FAILURE}
        onClose={() => setAsked(null)}
        onConfirm={async () => asked && save(asked)}
      />
    </Panel>
  );
}

/** From the start of the event for as long as it lasts. */
const suggested = {
  opensAt: Date.parse(event.firstDay),
  closesAt: Date.parse(event.firstDay) + event.hours * 60 * MINUTE,
} as const satisfies Times;

const STATES = {
  "not open": "They are not open: no team can begin its project.",
  open: "They are open: teams write their projects, and leaders hand in.",
  closed: "They are closed: what was handed in will be judged.",
} as const satisfies Record<Submissions["state"], string>;

function inputsOf({ opensAt, closesAt }: Times) {
  return { opensAt: inputOf(opensAt), closesAt: inputOf(closesAt) };
}

function inputOf(at: number | null): string {
  return at === null ? "" : indianInput(at);
}

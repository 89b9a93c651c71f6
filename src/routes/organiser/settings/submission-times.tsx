import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Submissions } from "#convex/shared/settings";
import { askDeploymentTime } from "../../../features/clock/deployment-clock";
import { event } from "../../../content/event";
import { formatMoment } from "../../../lib/format-date";
import { Button } from "../../../ui/button";
import { TimesPanel } from "./times-panel";

const MINUTE = 60 * 1000;
const MORE = 30;

/** The suggestion: from the start of the event to its end. */
const suggested = {
  opensAt: Date.parse(event.firstDay),
  closesAt: Date.parse(event.firstDay) + event.hours * 60 * MINUTE,
};

/** The times between which projects can be edited and handed in. All countdowns follow a change at once. */
export function SubmissionTimes({
  opensAt,
  closesAt,
  state,
}: {
  opensAt: number | null;
  closesAt: number | null;
} & Pick<Submissions, "state">) {
  const change = useMutation(api.settings.change);

  /** From the closing time or, once it has passed, from the deployment's time, which decides; in whole minutes. */
  async function prolonged(closing: number) {
    const now = Math.ceil((await askDeploymentTime()) / MINUTE) * MINUTE;
    return { opensAt, closesAt: Math.max(closing, now) + MORE * MINUTE };
  }

  return (
    <TimesPanel
      title="Submissions open and close"
      state={STATES[state]}
      fields={[
        {
          name: "opensAt",
          label: "Open, in",
          hint: "Without it, the tab shows the first day of the event.",
          isOptional: true,
        },
        {
          name: "closesAt",
          label: "Close, in",
          hint: `Suggested: ${formatMoment(suggested.closesAt)}.`,
          isOptional: true,
        },
      ]}
      saved={{ opensAt, closesAt }}
      save={(times) =>
        change({
          submissionsOpenAt: times.opensAt,
          submissionsCloseAt: times.closesAt,
        })
      }
      failure="Failed to set the times"
      submit="Set the times"
      question={{
        title: "Close submissions now?",
        text: "With these times nobody can write or hand in any more as soon as they are set. Drafts stay drafts.",
        confirm: "Close submissions",
      }}
      isAsked={(times) =>
        state === "open" &&
        (times.opensAt === null || (times.closesAt ?? Infinity) <= Date.now())
      }
      actions={({ typed, fill, saveNow }) =>
        closesAt === null ? (
          <Button
            onClick={() => {
              const { closesAt: closing } = suggested;
              fill(typed.opensAt === "" ? suggested : { closesAt: closing });
            }}
          >
            Fill in the suggestion
          </Button>
        ) : (
          <Button onClick={() => saveNow(prolonged(closesAt))}>
            Give everyone {MORE} minutes more
          </Button>
        )
      }
    />
  );
}

const STATES = {
  "not open": "Not open yet: no team can start its project.",
  open: "Open: teams write their projects, and leaders hand in.",
  closed: "Closed: what was handed in will be judged.",
} as const satisfies Record<Submissions["state"], string>;

import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { WindowState } from "#convex/shared/settings";
import { event } from "../../../content/event";
import { formatMoment } from "../../../lib/format-date";
import { Button } from "../../../ui/button";
import { TimesPanel } from "./times-panel";

const SUGGESTED_MS = 48 * 60 * 60 * 1000;
const suggestion = Date.parse(event.firstDay) - SUGGESTED_MS;

/** The time at which team changes close by themselves. @param closeAt the current setting, if any */
export function ClosingTime({
  closeAt,
  state,
}: {
  closeAt: number | undefined;
  state: WindowState;
}) {
  const change = useMutation(api.settings.change);
  return (
    <TimesPanel
      title="Team changes close by themselves"
      state={stateInWords(closeAt, state)}
      fields={[
        {
          name: "closeAt",
          label: "Date and time in",
          hint: `Suggested: 48 hours before the start, ${formatMoment(suggestion)}.`,
        },
      ]}
      saved={{ closeAt: closeAt ?? null }}
      save={(times) => change({ teamChangesCloseAt: times.closeAt })}
      failure="Failed to set the time"
      submit="Set the time"
      question={{
        title: "Close team changes now?",
        text: "That time is over, so teams cannot be changed any more as soon as it is set.",
        confirm: "Close team changes",
      }}
      // As with the switch.
      isAsked={(times) =>
        state.state === "open" && (times.closeAt ?? Infinity) <= Date.now()
      }
      actions={({ fill, saveNow }) => (
        <>
          <Button onClick={() => fill({ closeAt: suggestion })}>
            Fill in the suggestion
          </Button>
          {closeAt !== undefined && (
            <Button onClick={() => saveNow({ closeAt: null })}>
              Remove the time
            </Button>
          )}
        </>
      )}
    />
  );
}

function stateInWords(
  closeAt: number | undefined,
  { state, closedSince }: WindowState,
): string {
  if (closeAt === undefined) return "No time is set: only the switch closes.";
  if (state === "open") return `They close on ${formatMoment(closeAt)}.`;
  return closeAt === closedSince
    ? `They closed on ${formatMoment(closeAt)}. The switch opens them again and removes the time.`
    : `They are closed by the switch. The time that is set is ${formatMoment(closeAt)}.`;
}

import type { JudgeCard } from "#convex/shared/judgingValidators";
import { Button } from "../../ui/button";
import type { Sheet } from "./kept-marks";
import type { Sending } from "./use-sending";

/** The project that was saved last, and what was there before. */
export type Saved = { card: JudgeCard; before: Sheet | null; sheet: Sheet };

/** Whether all marks have been sent, and an undo for the last save. */
export function Saved({
  sending,
  last,
  cards,
  onUndo,
}: {
  sending: Sending;
  last: Saved | undefined;
  cards: readonly JudgeCard[];
  onUndo: (last: Saved) => void;
}) {
  const refused = cards.flatMap(({ projectId, name }) => {
    const why = sending.refused.get(projectId);
    return why === undefined ? [] : [`${name}: ${why}`];
  });
  return (
    <>
      <output className="judge-state" data-state={sending.state}>
        {stateInWords(sending)}
      </output>
      {refused.length > 0 && (
        <p role="alert" className="judge-refused">
          Not accepted: {refused.join(". ")}
        </p>
      )}
      {last && (
        <div className="judge-last">
          <p>
            Marked <strong>{last.card.name}</strong>
          </p>
          <Button onClick={() => onUndo(last)}>Undo</Button>
        </div>
      )}
    </>
  );
}

function stateInWords({ state, waiting }: Sending): string {
  const projects = `${waiting} ${waiting === 1 ? "project" : "projects"}`;
  switch (state) {
    case "sent":
      return "Everything is saved";
    case "sending":
      return `Sending ${projects} …`;
    case "offline":
      return `Not sent yet: you are offline. ${projects} kept in this browser. You can go on marking; do not close this page.`;
  }
}

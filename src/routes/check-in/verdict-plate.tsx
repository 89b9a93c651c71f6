import { useEffect, useRef, useState } from "react";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { formatTime } from "../../lib/time/format-time";
import { Button } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { Checkbox } from "../../ui/text-field";
import { Written } from "../../ui/written";
import type { Verdict } from "./verdict";
import { inSince, teamInWords, verdicts } from "./words";

/**
 * What a volunteer sees at arm's length: one colour, one word, whose face and ID it must be, and one press.
 * @param listAt when the list was current; null while it is
 * @param refusal why nobody can be checked in now
 */
export function VerdictPlate({
  verdict,
  people,
  listAt,
  refusal,
  onCheckIn,
  onForm,
  onUndo,
  onClose,
}: {
  verdict: Verdict;
  people: readonly DeskPerson[];
  listAt: number | null;
  refusal: string | undefined;
  onCheckIn: (guardianFormSeen: boolean) => void;
  /** For who is in already: a form that is brought later, or a tick by mistake. */
  onForm: (person: DeskPerson, isSeen: boolean) => void;
  onUndo: (person: DeskPerson) => void;
  onClose: () => void;
}) {
  const { kind } = verdict;
  const { word, sign } = verdicts[kind];
  const person = "person" in verdict ? verdict.person : undefined;
  const [isFormSeen, setIsFormSeen] = useState(false);
  const plate = useRef<HTMLElement>(null);
  // The focus goes back to where it was: a scanner types the next code there.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  // Not the button: a scanner that types would press it before anybody has looked.
  useEffect(() => plate.current?.focus(), [kind]);
  return (
    <section
      ref={plate}
      tabIndex={-1}
      className="grid gap-4 cover desk-verdict"
      data-sign={sign}
      data-kind={kind}
      aria-labelledby="verdict"
    >
      <div role="alert">
        <h2 id="verdict" className="desk-word">
          {word}
        </h2>
      </div>
      <div className="stack gap-2 min-w-0 content-start">
        {person && (
          <>
            <p className="desk-name">
              <Fitted>{person.name}</Fitted>
            </p>
            <p className="desk-from">
              <Written>{person.college || "No college given"}</Written>
            </p>
            <p className="desk-from">
              {person.teamName === null ? (
                "No team"
              ) : (
                <>
                  <span>Team </span>
                  <Written>{person.teamName}</Written>
                </>
              )}
            </p>
            <p className="tight">{teamInWords(people, person, true)}</p>
          </>
        )}
        <p className="desk-advice text-l strong tight">
          {adviceOn(verdict, listAt)}
        </p>
      </div>
      <div className="desk-answers stack gap-3">
        {(sign === "look" || kind === "unlisted") &&
          (refusal === undefined ? (
            <>
              {person?.guardianFormSeen !== true && (
                <Checkbox
                  label={FORM_SEEN}
                  checked={isFormSeen}
                  onChange={({ target }) => setIsFormSeen(target.checked)}
                />
              )}
              <Button
                tone="signal"
                size="large"
                isWide
                onClick={() => onCheckIn(isFormSeen)}
              >
                ID matches: check in
              </Button>
            </>
          ) : (
            <p className="strong">{refusal}</p>
          ))}
        {verdict.kind === "already" && (
          <>
            <Checkbox
              label={FORM_SEEN}
              checked={verdict.person.guardianFormSeen}
              onChange={({ target }) => onForm(verdict.person, target.checked)}
            />
            <Button isWide onClick={() => onUndo(verdict.person)}>
              Undo the check-in
            </Button>
          </>
        )}
        <Button isWide onClick={onClose}>
          {sign === "look" ? "Not this person" : "Next"}
        </Button>
      </div>
    </section>
  );
}

const FORM_SEEN = "Under 18: guardian's form seen";

function adviceOn(verdict: Verdict, listAt: number | null): string {
  switch (verdict.kind) {
    case "valid":
      return "Compare name and photo with the college ID.";
    case "found":
      return "Names repeat: compare name, college and photo with the college ID.";
    case "already":
      return inSince(verdict.first);
    case "unlisted":
      return `The pass is real, but this phone's list${
        listAt === null ? "" : ` of ${formatTime(listAt)}`
      } does not have the person. Compare the name on the pass with the ID. Organisers see it marked.`;
    case "invalid":
      return "Not a pass of this event, or an altered one. Ask the person to open their pass on their own account, or search by name.";
  }
}

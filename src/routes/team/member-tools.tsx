import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { refusals } from "#convex/platform/shared/errors";
import type { TeamMember, TeamView } from "#convex/teams/shared/teams";
import { counted } from "#convex/platform/shared/text";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";
import { Dialog } from "../../ui/dialog";
import { Checkbox } from "../../ui/text-field";

export type ChosenMember = Pick<TeamMember, "uid" | "name">;

type Question = { title: string; text: string; confirm: string };

/** The leader's controls on a member's card; each asks by name first. The team's news confirms the result. */
export function MemberTools({
  team,
  chosen,
  areChangesOpen,
  onClose,
}: {
  team: TeamView;
  /** Null if the dialog is closed, or the member has left since. */
  chosen: ChosenMember | null;
  areChangesOpen: boolean;
  onClose: () => void;
}) {
  const remove = useMutation(api.teams.removeMember);
  const handOver = useMutation(api.teams.handOver);
  const [asked, setAsked] = useState<keyof typeof questions | null>(null);
  const [renewsCode, setRenewsCode] = useState(true);
  const name = chosen?.name ?? "";
  const others = team.members.filter(({ uid }) => uid !== chosen?.uid).length;
  const isGone = others === team.members.length;
  const question = asked && questions[asked](name, others);
  return (
    <>
      <Dialog
        isOpen={chosen !== null}
        onClose={onClose}
        title={name}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {isGone ? (
          <p aria-live="polite">{refusals.not_in_team({ name })}</p>
        ) : (
          <div className="stack gap-5">
            <Button isWide onClick={() => setAsked("lead")}>
              Make Team Leader
            </Button>
            <Button
              isWide
              isDisabled={!areChangesOpen}
              onClick={() => {
                setRenewsCode(true);
                setAsked("remove");
              }}
            >
              Remove from team
            </Button>
            {!areChangesOpen && <p>{refusals.team_changes_closed()}</p>}
          </div>
        )}
      </Dialog>
      <Confirmation
        isOpen={question !== null && chosen !== null}
        title={question?.title ?? ""}
        text={question?.text ?? ""}
        confirm={question?.confirm ?? ""}
        tone={asked === "remove" ? "hot" : "signal"}
        failure="Failed to change the team"
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (chosen === null || question === null) return;
          const { uid } = chosen;
          await (asked === "remove"
            ? remove({ uid, renewsCode })
            : handOver({ uid }));
          onClose();
        }}
      >
        {asked === "remove" && (
          <Checkbox
            label="Make a new code"
            hint={`With the old one ${name} can come back. Links and QR codes that you have shared stop working.`}
            checked={renewsCode}
            onChange={({ target }) => setRenewsCode(target.checked)}
          />
        )}
      </Confirmation>
    </>
  );
}

const questions = {
  remove: (name: string, others: number): Question => ({
    title: `Remove ${name} from the team?`,
    text: `${name} sees it at once and cannot open the project any more; what ${name} wrote stays in it. ${counted(others, "member")} ${others === 1 ? "stays" : "stay"}, and the slot is free for someone else.`,
    confirm: "Remove",
  }),
  lead: (name: string): Question => ({
    title: `Make ${name} the Team Leader?`,
    text: `${name} answers requests, takes members out and hands the project in from now on. You stay in the team as a member. Only ${name} can hand the lead back to you.`,
    confirm: "Hand over the lead",
  }),
};

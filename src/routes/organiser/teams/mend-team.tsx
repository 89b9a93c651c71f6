import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  isFull,
  renameTeamSchema,
  type TeamChange,
  type TeamOverview,
} from "#convex/teams/shared/teams";
import type { Participant } from "#convex/organiser/shared";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import { dataOf } from "../../../lib/connection/use-live";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { useForm } from "../../../lib/forms/use-form";
import { useKeptDraft } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Confirmation } from "../../../ui/confirmation";
import { TextField } from "../../../ui/text-field";
import { isLastMember } from "../../../features/team/consequence-of-leaving";
import { useOrganiserQuery } from "../frame/live";
import { roleNames } from "../../../features/team/player-card";
import { AddMember } from "./add-member";
import { wordsOfChange } from "./mending-words";

type Asked = { change: TeamChange; name: string };

/** What an organiser changes in a team. Each change is asked about in a sentence first. */
export function MendTeam({
  isOpen,
  team,
  people,
  areChangesOpen,
  onClose,
}: {
  isOpen: boolean;
  /** Undefined once the team is gone. */
  team: TeamOverview | undefined;
  /** Everyone with an account; undefined while they load. */
  people: readonly Participant[] | undefined;
  areChangesOpen: boolean;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState("");
  const mend = useMutation(api.organiser.mendTeam);
  const tools = useFocusKept();
  const project = useProjectOf(team);
  const words =
    asked && team && wordsOfChange(team, asked.change, asked.name, project);

  function ask(change: TeamChange, name: string) {
    setDone("");
    setAsked({ change, name });
  }

  function close() {
    setDone("");
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={team ? `Edit ${team.name}` : "This team no longer exists"}
      actions={<Button onClick={close}>Close</Button>}
    >
      {/* A toast would be under the dialog. */}
      <output className="no-room signal-text">{done}</output>
      {team && (
        <div ref={tools} tabIndex={-1} className="stack gap-5">
          <p className="org-quiet">
            Members see each change at once, and the audit log records it.
            <span>
              {!areChangesOpen &&
                " Team changes are closed: only organisers can change teams now."}
            </span>
          </p>
          <ul className="org-mend-members" aria-label="Members">
            {team.members.map((member) => (
              <Member
                key={member.uid}
                member={member}
                onAsk={(kind) => ask({ kind, userId: member.uid }, member.name)}
              />
            ))}
          </ul>
          {isFull(team.members) ? (
            <p className="org-quiet">This team is full.</p>
          ) : (
            <AddMember
              people={people}
              onAdd={({ _id, name }) => ask({ kind: "add", userId: _id }, name)}
            />
          )}
          <RenameTeam
            team={team}
            onRename={(name) => ask({ kind: "rename", name }, "")}
          />
          <div className="row gap-3 items-center">
            <Button
              onClick={() =>
                ask({ kind: "hall", isHidden: !team.isHiddenInHall }, "")
              }
            >
              {team.isHiddenInHall
                ? "Show in the hall again"
                : "Hide in the hall"}
            </Button>
            <span className="org-quiet">
              {team.isHiddenInHall
                ? "The hall's screens leave this team out."
                : "Hide this team on the hall's screens."}
            </span>
          </div>
          <Confirmation
            isOpen={words !== null && words !== undefined}
            title={words?.title ?? ""}
            text={words?.text ?? ""}
            confirm={words?.confirm ?? ""}
            tone={asked?.change.kind === "remove" ? "hot" : "signal"}
            failure="Failed to change the team"
            onClose={() => setAsked(null)}
            onConfirm={async () => {
              if (!asked || !team || !words) return;
              await mend({
                teamId: team._id,
                change: knowing(asked.change, team, project),
              });
              setDone(words.done);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

function useProjectOf(team: TeamOverview | undefined): ProjectStatus | null {
  const live = useOrganiserQuery(
    api.projects.standingOf,
    team === undefined ? "skip" : { teamId: team._id },
  );
  return dataOf(live) ?? null;
}

/** The change, with what the question has said about the team. */
function knowing(
  change: TeamChange,
  team: TeamOverview,
  project: ProjectStatus | null,
): TeamChange {
  if (change.kind === "remove")
    return {
      ...change,
      withProject: project === "draft" && isLastMember(team, change.userId),
    };
  if (change.kind === "rename") return { ...change, seen: team.name };
  const leader = team.members.find(({ role }) => role === "leader");
  return change.kind === "lead" && leader
    ? { ...change, seen: leader.uid }
    : change;
}

function Member({
  member: { name, role },
  onAsk,
}: {
  member: TeamOverview["members"][number];
  onAsk: (kind: "lead" | "remove") => void;
}) {
  return (
    <li className="ends">
      <span className="org-mend-name">
        <span>{name}</span>
        {role === "leader" && (
          <span className="tag org-leader">{roleNames.leader}</span>
        )}
      </span>
      <span className="row gap-2 org-actions">
        {role === "member" && (
          <Button
            aria-label={`Make leader: ${name}`}
            onClick={() => onAsk("lead")}
          >
            Make leader
          </Button>
        )}
        <Button aria-label={`Remove ${name}`} onClick={() => onAsk("remove")}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** The form for a new name; it only asks, so it keeps what was typed. */
function RenameTeam({
  team: { _id: teamId, name: current },
  onRename,
}: {
  team: TeamOverview;
  onRename: (name: string) => void;
}) {
  const { formProps, field } = useForm({
    schema: renameTeamSchema,
    failure: "",
    onSubmit: async ({ name }) => onRename(name),
  });
  // What was typed over another name is not offered for this one.
  useKeptDraft(formProps.ref, `rename ${teamId} ${current}`);
  return (
    <form
      {...formProps}
      data-lasting
      className="row gap-3 items-end org-mend-rename"
    >
      <TextField
        label="Team name"
        {...field("name")}
        autoComplete="off"
        defaultValue={current}
      />
      <Button type="submit">Rename</Button>
    </form>
  );
}

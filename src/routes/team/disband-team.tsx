import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { refusals } from "#convex/platform/shared/errors";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import { tidyLine } from "#convex/platform/shared/text";
import type { TeamView } from "#convex/teams/shared/teams";
import {
  fateOfProject,
  useHandedInRefusal,
  useProjectStatus,
} from "../../features/team/project-of-team";
import { notify } from "../../lib/notify";
import { useForm } from "../../lib/forms/use-form";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TypedConfirmation } from "../../ui/typed-confirmation";

/** Ends a leader's team, once its name has been typed. */
export function DisbandTeam({ team }: { team: TeamView }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setIsOpen(true)}>
        End the team
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={`End ${team.name}?`}>
        <DisbandQuestion team={team} onCancel={close} />
      </Dialog>
    </>
  );
}

type Question = { team: TeamView; onCancel: () => void };

/** Live: the project may be handed in or withdrawn while the dialog is open. */
function DisbandQuestion({ team, onCancel }: Question) {
  const project = useProjectStatus();
  return project === "handed_in" ? (
    <HandedIn onCancel={onCancel} />
  ) : (
    <DisbandForm team={team} onCancel={onCancel} project={project} />
  );
}

/** Takes the focus: the field that had it may just have gone. */
function HandedIn({ onCancel }: Pick<Question, "onCancel">) {
  const refusal = useHandedInRefusal();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <p aria-live="polite">{refusal}</p>
      <DialogActions>
        <Button ref={keep} onClick={onCancel}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}

function DisbandForm({
  team,
  onCancel,
  project,
}: Question & { project: ProjectStatus | null }) {
  const disband = useMutation(api.teams.disband);
  const { length: members } = team.members;
  const others = members - 1;
  const { formProps, errors, notice, isPending } = useForm({
    schema: z.object({
      name: z
        .string()
        .check(
          z.refine(
            (typed) => tidyLine(typed) === team.name,
            refusals.name_does_not_match(),
          ),
        ),
    }),
    failure: "Failed to end the team",
    fieldOf: { name_does_not_match: "name" },
    onSubmit: async ({ name }) => {
      await disband({ name, withProject: project === "draft", members });
      notify.success("The team has ended");
    },
  });
  return (
    <form {...formProps} className="stack gap-5">
      <p>
        The team and its invite code are deleted at once, and no one can bring
        them back.<span>{fateOfProject(project)}</span>{" "}
        <span>
          {others > 0 &&
            `${others === 1 ? "Your teammate is" : `Your ${others} teammates are`} without a team then, and told so.`}
        </span>
      </p>
      <TypedConfirmation
        word={team.name}
        field={{ name: "name", error: errors.name }}
        trouble={notice}
        isPending={isPending}
        pendingNote="Ending the team"
        onCancel={onCancel}
        confirm="End the team"
      />
    </form>
  );
}

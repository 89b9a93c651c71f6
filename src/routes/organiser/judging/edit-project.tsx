import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { DialogTrouble } from "../../../ui/form-notice";
import { SelectField } from "../../../ui/select-field";
import { TextField } from "../../../ui/text-field";
import { Written } from "../../../ui/written";

type Project = JudgingProgress["projects"][number];
type Judge = JudgingProgress["judges"][number];

/** Changes the table and the judges of a project. */
export function EditProject({
  project,
  judges,
  isOpen,
  onClose,
}: {
  project: Project | undefined;
  judges: readonly Judge[];
  /** Whether the judges can still be changed. */
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={project !== undefined}
      title={project?.name ?? ""}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {project && (
        <Fields
          key={project._id}
          project={project}
          judges={judges}
          isOpen={isOpen}
        />
      )}
    </Dialog>
  );
}

function Fields({
  project: { _id: projectId, teamId, table, judges: has },
  judges,
  isOpen,
}: {
  project: Project;
  judges: readonly Judge[];
  isOpen: boolean;
}) {
  const setTable = useMutation(api.judging.setTable);
  const give = useMutation(api.judging.give);
  const take = useMutation(api.judging.take);
  const [trouble, setTrouble] = useState<string>();
  const { run, isPending } = useAction("Failed to change it", setTrouble);
  const [typed, setTyped] = useState(table);
  const [judgeId, setJudgeId] = useState("");
  const free = judges.filter(
    ({ _id, conflicts }) =>
      !has.some((judge) => judge.judgeId === _id) &&
      !conflicts.some((conflict) => conflict.teamId === teamId),
  );
  const seen = has.map((judge) => judge.judgeId);
  const chosen = free.find(({ _id }) => _id === judgeId);
  const change = (action: () => Promise<unknown>) => {
    setTrouble(undefined);
    void run(action);
  };
  return (
    <div className="stack gap-3 min-w-0">
      <form
        className="row gap-3 gap-x items-end org-appoint"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change(() => setTable({ projectId, table: typed, seen: table }));
        }}
      >
        <TextField
          label="Table"
          hint={typed.trim() === table ? undefined : `Now at table ${table}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          type="submit"
          isPending={isPending}
          isDisabled={typed.trim() === table}
        >
          Set the table
        </Button>
      </form>
      <ul className="stack gap-3 min-w-0" aria-label="Judges of this project">
        {has.map((judge) => (
          <li key={judge.judgeId} className="ends">
            <span>
              <strong>
                <Written>{judge.name || "Account deleted"}</Written>
              </strong>
              <span className="org-quiet">
                {judge.isScored ? " · scored" : " · to do"}
              </span>
            </span>
            {!judge.isScored && isOpen && (
              <Button
                aria-label={`Take away from ${judge.name}`}
                onClick={() =>
                  change(() =>
                    take({ judgeId: judge.judgeId, projectId, seen }),
                  )
                }
              >
                Take away
              </Button>
            )}
          </li>
        ))}
        {has.length === 0 && <li className="org-quiet">Nobody judges it.</li>}
      </ul>
      {isOpen && free.length > 0 && (
        <div className="row gap-3 gap-x items-end org-appoint">
          <SelectField
            label="Give it to"
            none="Choose a judge"
            name="judge"
            options={free.map(({ _id, name, total }) => [
              _id,
              `${name} (has ${total})`,
            ])}
            value={judgeId}
            onChange={setJudgeId}
          />
          <Button
            isPending={isPending}
            isDisabled={chosen === undefined}
            onClick={() =>
              change(async () => {
                if (chosen)
                  await give({ judgeId: chosen._id, projectId, seen });
              })
            }
          >
            Give it
          </Button>
        </div>
      )}
      <DialogTrouble>{trouble}</DialogTrouble>
    </div>
  );
}

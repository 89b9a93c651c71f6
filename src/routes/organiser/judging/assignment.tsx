import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  type JudgingProgress,
  MAX_JUDGES_PER_PROJECT,
} from "#convex/judging/shared/judging";
import { counted } from "#convex/platform/shared/text";
import { notify } from "../../../lib/notify";
import { AskingButton } from "../../../ui/confirmation";
import { TextField } from "../../../ui/text-field";
import { ArrangedTable } from "../list/arranged-table";
import { editColumn } from "../list/columns";
import type { Column } from "../list/data-table";
import { useArranged, type Arrangement } from "../list/use-arranged";
import { projectColumn, searchTextOf } from "./judged-project";
import { Written } from "../../../ui/written";

type Project = JudgingProgress["projects"][number];

const SUGGESTED = 3;

const arrangement: Arrangement<Project> = {
  textOf: (project) =>
    [searchTextOf(project), ...project.judges.map((judge) => judge.name)].join(
      " ",
    ),
  phrases: {
    "to do": ({ judges }) => judges.some(({ isScored }) => !isScored),
  },
  initial: { columnId: "table", direction: "ascending" },
  pageSize: 60,
};

const columns: readonly Column<Project>[] = [
  projectColumn,
  {
    id: "table",
    heading: "Table",
    sortKey: ({ table }) => table,
    cell: ({ table }) => table || "–",
  },
  {
    id: "judges",
    heading: "Judges",
    sortKey: ({ judges }) => judges.filter(({ isScored }) => isScored).length,
    weight: 4,
    cell: ({ judges }) =>
      judges.length === 0 ? (
        <span className="org-quiet">Nobody</span>
      ) : (
        <ul className="stack gap-1 org-members">
          {judges.map(({ judgeId, name, isScored, isByHand }) => (
            <li key={judgeId}>
              <Written>{name || "Account deleted"}</Written>
              <span className="org-quiet">
                {`${isScored ? " · scored" : " · to do"}${isByHand ? " · by hand" : ""}`}
              </span>
            </li>
          ))}
        </ul>
      ),
  },
];

/** Who judges what, each with the way to change it by hand. */
export function Assignment({
  projects,
  onEdit,
}: {
  projects: readonly Project[];
  onEdit: (projectId: string) => void;
}) {
  const arranged = useArranged<Project>(projects, columns, arrangement);
  if (projects.length === 0) return null;
  return (
    <ArrangedTable
      label="Projects"
      searchLabel="Search projects, teams and judges"
      columns={[...columns, editColumn(onEdit)]}
      all={projects}
      arranged={arranged}
    />
  );
}

/** Assigns all projects at once; nothing while nobody or nothing is there, and once judging is closed. */
export function AssignForm({
  progress: { perProject, judges, projects, closedAt },
}: {
  progress: JudgingProgress;
}) {
  const assign = useMutation(api.judging.assign);
  const most = Math.min(judges.length, MAX_JUDGES_PER_PROJECT);
  const [typed, setTyped] = useState<string>();
  if (closedAt !== null || judges.length === 0 || projects.length === 0)
    return null;
  const value = typed ?? String(perProject ?? Math.min(SUGGESTED, most));

  const isAgain = perProject !== null;
  const movable = projects.flatMap((project) =>
    project.judges.filter(({ isScored, isByHand }) => !isScored && !isByHand),
  ).length;

  async function save() {
    const { cards, short } = await assign({
      perProject: Number(value),
      over: perProject,
    });
    notify.success(
      short === 0
        ? `${counted(cards, "scorecard")} assigned`
        : `${counted(cards, "scorecard")} assigned; ${counted(short, "project")} with fewer judges: not enough may judge them`,
    );
  }

  return (
    <div className="stack gap-3">
      <p className="soft">
        Every project gets the same number of judges, and every judge about the
        same number of projects, as tracks and conflicts allow. Marks and manual
        assignments are kept.
      </p>
      <div className="row gap-3 gap-x items-end org-appoint">
        <TextField
          label="Judges per project"
          type="number"
          min={1}
          max={MAX_JUDGES_PER_PROJECT}
          value={value}
          onChange={(event) => setTyped(event.target.value)}
        />
        <AskingButton
          label={isAgain ? "Assign again" : "Assign the projects"}
          button={{ tone: isAgain ? "outline" : "signal" }}
          title={isAgain ? "Assign again?" : "Assign the projects?"}
          text={
            isAgain
              ? `${counted(movable, "scorecard")} that nobody has filled in may go to other judges, and their lists change at once.`
              : `${counted(projects.length, "project")} and ${counted(judges.length, "judge")}: judges see their projects at once, and every team reads that judging has begun.`
          }
          confirm={isAgain ? "Assign again" : "Assign the projects"}
          tone="signal"
          failure="Failed to assign"
          onConfirm={save}
        />
      </div>
    </div>
  );
}

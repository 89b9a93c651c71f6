import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  type JudgingProgress,
  MAX_JUDGES_PER_PROJECT,
} from "#convex/shared/judging";
import { counted } from "#convex/shared/text";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/use-action";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
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
                {isScored ? " · scored" : " · to do"}
                {isByHand && " · by hand"}
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
  const [notice, setNotice] = useState<string>();
  const { run, isPending } = useAction("Failed to assign", setNotice);
  if (closedAt !== null || judges.length === 0 || projects.length === 0)
    return null;
  const value = typed ?? String(perProject ?? Math.min(SUGGESTED, most));

  async function save() {
    setNotice(undefined);
    await run(async () => {
      const { cards, short } = await assign({ perProject: Number(value) });
      notify.success(
        short === 0
          ? `${counted(cards, "scorecard")} assigned`
          : `${counted(cards, "scorecard")} assigned; ${counted(short, "project")} with fewer judges: not enough may judge them`,
      );
    });
  }

  return (
    <form
      className="stack gap-3"
      noValidate
      aria-label="Assign"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
        <Button
          type="submit"
          tone={perProject === null ? "signal" : "outline"}
          isPending={isPending}
        >
          {perProject === null ? "Assign the projects" : "Assign again"}
        </Button>
      </div>
      <FormNotice>{notice}</FormNotice>
    </form>
  );
}

import { useState, type ReactNode } from "react";
import { api } from "#convex/_generated/api";
import type {
  JudgingProgress,
  RubricView,
} from "#convex/judging/shared/judging";
import { counted } from "#convex/platform/shared/text";
import { formatMoment } from "../../../lib/time/format-time";
import { dataOf } from "../../../lib/connection/use-live";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { Assignment, AssignForm } from "./assignment";
import { BeginCeremony, Ceremony } from "./ceremony";
import { EditProject } from "./edit-project";
import { Ending } from "./ending";
import { Judges } from "./judges";
import { Results } from "./results";
import { RubricForm, FixedRubric } from "./rubric";

/** The steps of judging, in the order in which they happen; the current one is open. */
export function Judging() {
  const progress = useOrganiserQuery(api.judging.progress, {});
  const rubric = useOrganiserQuery(api.judging.rubric, {});
  const skeleton = <Skeleton height="40rem" />;
  return (
    <SectionFrame>
      <Loaded
        live={progress}
        failure="Failed to load how judging goes"
        skeleton={skeleton}
      >
        {(loaded) => (
          <Loaded
            live={rubric}
            failure="Failed to load the rubric"
            skeleton={skeleton}
          >
            {(used) => <Steps progress={loaded} rubric={used} />}
          </Loaded>
        )}
      </Loaded>
    </SectionFrame>
  );
}

function Steps({
  progress,
  rubric: { criteria, isInUse },
}: {
  progress: JudgingProgress;
  rubric: RubricView;
}) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const { judges, projects, total, closedAt } = progress;
  const ceremony = dataOf(useOrganiserQuery(api.ceremony.remote, {}));
  const isOpen = closedAt === null;
  const isAssigned = total > 0;
  const current = currentStep(progress);
  const lines = linesOf(progress);
  const step = (name: StepName) => ({
    line: lines[name],
    isCurrent: current === name,
  });
  return (
    <>
      {ceremony && <Ceremony ceremony={ceremony} progress={progress} />}
      <ol className="org-steps">
        <Step
          title="Rubric"
          line={counted(criteria.length, "criterion", "criteria")}
          isCurrent={false}
        >
          {isInUse || !isOpen ? (
            <FixedRubric criteria={criteria} />
          ) : (
            <RubricForm saved={criteria} />
          )}
        </Step>
        <Step title="Judges" {...step("judges")}>
          <Judges progress={progress} />
        </Step>
        <Step title="Assign" {...step("assign")}>
          <AssignForm key={progress.perProject} progress={progress} />
          {!isAssigned && (
            <Assignment projects={projects} onEdit={setEditedId} />
          )}
        </Step>
        <Step title="Progress" {...step("progress")}>
          <Ending progress={progress} />
          {isAssigned && (
            <Assignment projects={projects} onEdit={setEditedId} />
          )}
        </Step>
        <Step title="Results" {...step("results")}>
          {ceremony === null && <BeginCeremony progress={progress} />}
          {!isOpen && <Results progress={progress} />}
        </Step>
      </ol>
      <EditProject
        project={projects.find(({ _id }) => _id === editedId)}
        judges={judges}
        isOpen={isOpen}
        onClose={() => setEditedId(null)}
      />
    </>
  );
}

/** A step of judging: its line, and its content while it is open. What was opened stays, so that nothing closes under a finger. */
function Step({
  title,
  line,
  isCurrent,
  children,
}: {
  title: string;
  line: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  const [wasCurrent, setWasCurrent] = useState(isCurrent);
  if (isCurrent && !wasCurrent) setWasCurrent(true);
  return (
    <li aria-current={isCurrent ? "step" : undefined}>
      <details className="line-below org-fold" open={wasCurrent}>
        <summary className="soft">
          <h2>{title}</h2> <span aria-live="polite">{line}</span>
        </summary>
        <div className="stack gap-5 min-w-0">{children}</div>
      </details>
    </li>
  );
}

type StepName = "judges" | "assign" | "progress" | "results";

/** The step that is to be done now; the rubric is done as shipped. */
function currentStep({
  judges,
  projects,
  total,
  closedAt,
}: JudgingProgress): StepName {
  if (closedAt !== null) return "results";
  if (total > 0) return "progress";
  return judges.length > 0 && projects.length > 0 ? "assign" : "judges";
}

/** How each step stands. */
function linesOf({
  perProject,
  judges,
  projects,
  scored,
  total,
  closedAt,
  publishedAt,
}: JudgingProgress): Record<StepName, string> {
  return {
    judges:
      judges.length === 0
        ? "Appoint judges first."
        : counted(judges.length, "judge"),
    assign:
      total > 0 && perProject !== null
        ? `${counted(perProject, "judge")} per project`
        : projects.length === 0
          ? "No project has been handed in yet."
          : `${counted(projects.length, "project")} to assign`,
    progress:
      total === 0
        ? "Begins once the projects are assigned."
        : `${scored} of ${total} scorecards are filled in`,
    results:
      publishedAt !== null
        ? `Everyone has seen the winners since ${formatMoment(publishedAt)}.`
        : closedAt !== null
          ? "Check them, then publish them: until then only organisers see them."
          : "You see them once you close judging.",
  };
}

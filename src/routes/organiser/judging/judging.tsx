import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/shared/judging";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { Assignment } from "./assignment";
import { EditProject } from "./edit-project";
import { Judges } from "./judges";
import { Results } from "./results";
import { RubricPanel } from "./rubric-panel";
import { Steps } from "./steps";

/** Everything about judging, in the order in which it happens; the results come first once judging is closed. */
export function Judging() {
  const progress = useOrganiserQuery(api.judging.progress, {});
  return (
    <SectionFrame>
      <Loaded
        live={progress}
        failure="Failed to load how judging goes"
        skeleton={<Skeleton height="40rem" />}
      >
        {(loaded) => <Panels progress={loaded} />}
      </Loaded>
    </SectionFrame>
  );
}

function Panels({ progress }: { progress: JudgingProgress }) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const isOpen = progress.closedAt === null;
  return (
    <>
      <Steps progress={progress} />
      {!isOpen && <Results />}
      <Assignment progress={progress} onEdit={setEditedId} />
      <Judges progress={progress} />
      <RubricPanel isOpen={isOpen} />
      <EditProject
        project={progress.projects.find(({ _id }) => _id === editedId)}
        judges={progress.judges}
        isOpen={isOpen}
        onClose={() => setEditedId(null)}
      />
    </>
  );
}

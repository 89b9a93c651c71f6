import { Suspense, useState, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { counted } from "#convex/platform/shared/text";
import { lazyPart } from "../../lib/connection/load-part";
import { useLasting } from "../../lib/time/use-lasting";
import { useQuietLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import {
  isOfThisTab,
  keptNames,
  onKeptTexts,
  projectOf,
} from "../../lib/outbox/kept-texts";
import { Notice } from "../../ui/notice";

/** What is sent sooner is not mentioned. */
const GRACE_MS = 2_000;

const LeftEditors = lazyPart(
  async () => (await import("./left-editors")).LeftEditors,
);

/** What was typed into the project and is not sent: says so on other pages, and sends what closed pages have left. */
export function LeftTexts({ uid }: { uid: string }) {
  const names = useSyncExternalStore(onKeptTexts, () =>
    keptNames(uid).join("\n"),
  );
  return names !== "" && <Left uid={uid} names={names.split("\n")} />;
}

function Left({ uid, names }: { uid: string; names: string[] }) {
  const workbench = useQuietLive(api.projects.workbench, {});
  const project = workbench.status === "success" ? workbench.data : undefined;
  // What is left of a former team's project is nobody's any more.
  const own = names.filter(
    (name) => project === undefined || projectOf(name) === project?._id,
  );
  const isSaid = useLasting(own.length > 0, GRACE_MS);
  // What this tab's own page has left is on its way.
  const [isSending, setIsSending] = useState(false);
  if (!isSending && !own.every(isOfThisTab)) setIsSending(true);
  return (
    <>
      <Notice>
        {isSaid && (
          <>
            <span>{`${counted(own.length, "text of your project waits", "texts of your project wait")} on this device. `}</span>
            <Link to={paths.project}>Look at it</Link>
          </>
        )}
      </Notice>
      {isSending && project && (
        <Suspense>
          <LeftEditors key={project._id} project={project} selfId={uid} />
        </Suspense>
      )}
    </>
  );
}

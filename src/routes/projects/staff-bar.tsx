import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { useSession } from "../../lib/session/session-store";
import { useAction } from "../../lib/use-action";
import { useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";
import { Panel } from "../../ui/panel";
import styles from "./projects.module.css";

/** The organisers' controls of the gallery, and a notice for judges; nothing for others. */
export function StaffBar() {
  const { status } = useSession();
  return status === "signedIn" ? <ForStaff /> : null;
}

function ForStaff() {
  const me = useQuietLive(api.users.me, {});
  const settings = useQuietLive(api.settings.current, {});
  const role = me.status === "success" ? me.data?.role : undefined;
  if (settings.status !== "success") return null;
  const isPublished = settings.data.galleryPublished === true;
  if (role === "organiser") return <Publication isPublished={isPublished} />;
  if (role !== "judge" || isPublished) return null;
  return <p className="quiet">Only organisers and judges see this now.</p>;
}

function Publication({ isPublished }: { isPublished: boolean }) {
  const change = useMutation(api.settings.change);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel aria-label="For organisers">
      <div className="row gap-3 items-center justify-between">
        <p aria-live="polite">
          {isPublished
            ? "Everyone sees this gallery."
            : "Only organisers and judges see this gallery now."}
        </p>
        <Button
          tone={isPublished ? "outline" : "signal"}
          onClick={() => setIsAsking(true)}
        >
          {isPublished ? "Close the gallery" : "Publish the gallery"}
        </Button>
      </div>
      <TakenDown />
      <Confirmation
        isOpen={isAsking}
        title={isPublished ? "Close the gallery?" : "Publish the gallery?"}
        text={
          isPublished
            ? "Only organisers and judges will see it, and links to projects will say that they are not public."
            : "Everyone will see every project that is handed in, without an account, at this moment."
        }
        confirm={isPublished ? "Close it" : "Publish it"}
        tone={isPublished ? "hot" : "signal"}
        failure="Failed to change the gallery"
        onClose={() => setIsAsking(false)}
        onConfirm={() => change({ galleryPublished: !isPublished })}
      />
    </Panel>
  );
}

/** The projects that were taken down, with a button that restores each. */
function TakenDown() {
  const live = useQuietLive(api.projects.takenDown, {});
  const takeDown = useMutation(api.projects.takeDown);
  const { run, isPending } = useAction("Failed to put the project back");
  if (live.status !== "success" || live.data.length === 0) return null;
  const putBack = (projectId: Id<"projects">) =>
    run(() => takeDown({ projectId, isDown: false }));
  return (
    <div>
      <h2>Taken down</h2>
      <ul className={`stack gap-3 ${styles.down}`}>
        {live.data.map(({ projectId, name }) => (
          <li
            key={projectId}
            className="row gap-2 gap-x-4 items-center justify-between"
          >
            <span>{name}</span>
            <Button
              isPending={isPending}
              aria-label={`Put ${name} back`}
              onClick={() => void putBack(projectId)}
            >
              Put back
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

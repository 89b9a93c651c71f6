import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { useSession } from "../../lib/session/session-store";
import { useAction } from "../../lib/use-action";
import { dataOf, useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";
import { Panel } from "../../ui/panel";
import styles from "./projects.module.css";

/** The organisers' controls of the gallery, and a notice for judges; nothing for others. */
export function StaffBar() {
  const { status } = useSession();
  return status === "signedIn" ? <ForStaff /> : null;
}

function ForStaff() {
  const role = dataOf(useQuietLive(api.users.me, {}))?.role;
  const settings = dataOf(useQuietLive(api.settings.current, {}));
  if (settings === undefined) return null;
  const isPublished = settings.galleryPublished === true;
  if (role === "organiser") return <Publication isPublished={isPublished} />;
  if (role !== "judge" || isPublished) return null;
  return <p className="quiet">Only organisers and judges see this now.</p>;
}

function Publication({ isPublished }: { isPublished: boolean }) {
  const change = useMutation(api.settings.change);
  return (
    <Panel aria-label="For organisers">
      <div className="row gap-3 items-center justify-between">
        <p aria-live="polite">
          {isPublished
            ? "Everyone sees this gallery."
            : "Only organisers and judges see this gallery now."}
        </p>
        <AskingButton
          // An open question ends when another organiser was faster: the next one asks for the opposite.
          key={String(isPublished)}
          {...publications[isPublished ? "close" : "publish"]}
          failure="Failed to change the gallery"
          onConfirm={() => change({ galleryPublished: !isPublished })}
        />
      </div>
      <TakenDown />
    </Panel>
  );
}

const publications = {
  close: {
    label: "Close the gallery",
    title: "Close the gallery?",
    text: "Only organisers and judges will see it, and links to projects will say that they are not public.",
    confirm: "Close it",
  },
  publish: {
    label: "Publish the gallery",
    button: { tone: "signal" },
    title: "Publish the gallery?",
    text: "Everyone will see every project that is handed in, without an account, at this moment.",
    confirm: "Publish it",
    tone: "signal",
  },
} as const;

/** The projects that were taken down, with a button that restores each. */
function TakenDown() {
  const { down, putBack, isPending } = useTakenDown();
  if (down.length === 0) return null;
  return (
    <div>
      <h2>Taken down</h2>
      <ul className={`stack gap-3 ${styles.down}`}>
        {down.map(({ projectId, name }) => (
          <li key={projectId} className="ends">
            <span>{name}</span>
            <Button
              isPending={isPending}
              aria-label={`Put ${name} back`}
              onClick={() => putBack(projectId)}
            >
              Put back
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useTakenDown() {
  const down = dataOf(useQuietLive(api.projects.takenDown, {})) ?? [];
  const takeDown = useMutation(api.projects.takeDown);
  const { run, isPending } = useAction("Failed to put the project back");
  const putBack = (projectId: Id<"projects">) =>
    void run(() => takeDown({ projectId, isDown: false }));
  return { down, putBack, isPending };
}

/** For organisers: removes a project from the gallery or, without a name, restores one. */
export function TakeDown(project: { id: string; name?: string }) {
  const { status } = useSession();
  return status === "signedIn" ? <ForOrganisers {...project} /> : null;
}

function ForOrganisers({ id, name }: { id: string; name?: string }) {
  const me = dataOf(useQuietLive(api.users.me, {}));
  if (me?.role !== "organiser") return null;
  return name === undefined ? <Back id={id} /> : <Down {...{ id, name }} />;
}

function Down({ id, name }: { id: string; name: string }) {
  const takeDown = useMutation(api.projects.takeDown);
  return (
    <AskingButton
      label="Take down"
      button={{ tone: "quiet", isWide: true }}
      title={`Take ${name} down?`}
      text="Nobody sees it in the gallery any more. Judges still judge it. You can put it back, and the audit log keeps both."
      confirm="Take it down"
      failure="Failed to take the project down"
      onConfirm={() =>
        takeDown({ projectId: id as Id<"projects">, isDown: true })
      }
    />
  );
}

function Back({ id }: { id: string }) {
  const { down, putBack, isPending } = useTakenDown();
  const project = down.find(({ projectId }) => projectId === id);
  if (project === undefined) return null;
  return (
    <div className="row gap-3 items-center justify-between">
      <p>You or another organiser took {project.name} down.</p>
      <Button
        tone="signal"
        isPending={isPending}
        onClick={() => putBack(project.projectId)}
      >
        Put back
      </Button>
    </div>
  );
}

import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { counted } from "#convex/platform/shared/text";
import { useSession } from "../../lib/session/session-store";
import { useAction } from "../../lib/forms/use-action";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
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
        >
          <HowMany />
        </AskingButton>
      </div>
      <TakenDown />
    </Panel>
  );
}

/** How many projects the gallery shows, asked while somebody is about to show or hide them. */
function HowMany() {
  const handedIn = dataOf(useQuietLive(api.organiser.overview, {}))?.handedIn;
  const down = dataOf(useQuietLive(api.projects.takenDown, {}))?.length;
  if (handedIn === undefined || down === undefined) return null;
  const projects = counted(handedIn, "project is", "projects are");
  return (
    <p>
      {`${projects} handed in${down > 0 ? `, ${down} of them taken down` : ""}.`}
    </p>
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

function Down({ id }: { id: string }) {
  const takeDown = useMutation(api.projects.takeDown);
  const { run, isPending } = useAction("Failed to take the project down");
  const projectId = id as Id<"projects">;
  return (
    <Button
      tone="quiet"
      isWide
      isPending={isPending}
      onClick={() => void run(() => takeDown({ projectId, isDown: true }))}
    >
      Take down
    </Button>
  );
}

function Back({ id }: { id: string }) {
  const { down, putBack, isPending } = useTakenDown();
  const project = down.find(({ projectId }) => projectId === id);
  if (project === undefined) return null;
  return (
    <div className="row gap-3 items-center justify-between">
      <p>{`You or another organiser took ${project.name} down.`}</p>
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

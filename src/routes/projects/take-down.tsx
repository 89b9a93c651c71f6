import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { useSession } from "../../lib/session/session-store";
import { useAction } from "../../lib/use-action";
import { useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Confirmation } from "../../ui/confirmation";

/** For organisers: removes a project from the gallery or, without a name, restores one. */
export function TakeDown({ id, name }: { id: string; name?: string }) {
  const { status } = useSession();
  if (status !== "signedIn") return null;
  return <ForOrganisers id={id} name={name} />;
}

function ForOrganisers({ id, name }: { id: string; name: string | undefined }) {
  const me = useQuietLive(api.users.me, {});
  const isOrganiser = me.status === "success" && me.data?.role === "organiser";
  if (!isOrganiser) return null;
  return name === undefined ? <Back id={id} /> : <Down {...{ id, name }} />;
}

function Down({ id, name }: { id: string; name: string }) {
  const takeDown = useMutation(api.projects.takeDown);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button tone="quiet" isWide onClick={() => setIsAsking(true)}>
        Take down
      </Button>
      <Confirmation
        isOpen={isAsking}
        title={`Take ${name} down?`}
        text="Nobody sees it in the gallery any more. Judges still judge it. You can put it back, and the audit log keeps both."
        confirm="Take it down"
        failure="Failed to take the project down"
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          takeDown({ projectId: id as Id<"projects">, isDown: true })
        }
      />
    </>
  );
}

function Back({ id }: { id: string }) {
  const live = useQuietLive(api.projects.takenDown, {});
  const takeDown = useMutation(api.projects.takeDown);
  const { run, isPending } = useAction("Failed to put the project back");
  const down =
    live.status === "success"
      ? live.data.find(({ projectId }) => projectId === id)
      : undefined;
  if (down === undefined) return null;
  const { projectId, name } = down;
  return (
    <div className="row gap-3 items-center justify-between">
      <p>You or another organiser took {name} down.</p>
      <Button
        tone="signal"
        isPending={isPending}
        onClick={() => void run(() => takeDown({ projectId, isDown: false }))}
      >
        Put back
      </Button>
    </div>
  );
}

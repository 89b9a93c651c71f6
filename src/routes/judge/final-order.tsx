import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { FinalSheet } from "#convex/judging/shared/finals";
import { keepAnswer, keptAnswer, keptKey } from "../../lib/session/kept-store";
import { useAction } from "../../lib/forms/use-action";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { LiveRegion } from "../../ui/visually-hidden";

/** The finalists, for a judge of the final to put in order; nothing for everybody else. */
export function FinalOrder() {
  const sheet = dataOf(useQuietLive(api.finals.sheet, {}));
  return sheet ? <Order sheet={sheet} /> : null;
}

function Order({ sheet: { projects, order } }: { sheet: FinalSheet }) {
  const save = useMutation(api.finals.setOrder);
  const { run, isPending } = useAction("Failed to save your order");
  // Kept on this device until it is saved.
  const key = keptKey("final:moved", {});
  const [moved, setMoved] = useState(
    () => (keptAnswer(key)?.data ?? undefined) as Id<"projects">[] | undefined,
  );
  const [said, setSaid] = useState("");
  const ids = projects.map(({ projectId }) => projectId);
  // Another final may have begun while this one was being put in order.
  const known = [moved, order].find(
    (it) => it?.length === ids.length && it.every((id) => ids.includes(id)),
  );
  const ranked = known ?? ids;
  const isSaved = order !== null && ranked.join() === order.join();

  function keep(next?: Id<"projects">[]) {
    setMoved(next);
    if (key !== undefined) keepAnswer(key, next ?? null);
  }

  function move(place: number, step: -1 | 1) {
    const next = [...ranked];
    const [one, other] = [next[place], next[place + step]];
    if (one === undefined || other === undefined) return;
    next[place] = other;
    next[place + step] = one;
    keep(next);
    setSaid(`${nameOf(one)} is now number ${place + step + 1}`);
  }

  const nameOf = (id: Id<"projects">) =>
    projects.find(({ projectId }) => projectId === id)?.name ?? "";
  return (
    <section className="stack gap-3" aria-labelledby="final">
      <h2 id="final">The final: put these in order</h2>
      <p>
        The best first. Your order counts where the scores cannot tell two
        apart. Please keep to yourself who is in the final.
      </p>
      <ol className="stack gap-2">
        {ranked.map((id, place) => (
          <li key={id} className="flex gap-3 items-center">
            <strong>{place + 1}</strong>
            <span className="min-w-0 grow">{nameOf(id)}</span>
            {([-1, 1] as const).map((step) => (
              <Button
                key={step}
                aria-label={`Move ${nameOf(id)} ${step < 0 ? "up" : "down"}`}
                isDisabled={ranked[place + step] === undefined}
                onClick={() => move(place, step)}
              >
                {step < 0 ? "Up" : "Down"}
              </Button>
            ))}
          </li>
        ))}
      </ol>
      <Button
        tone="signal"
        size="large"
        isWide
        isDisabled={isSaved}
        isPending={isPending}
        onClick={() =>
          void run(async () => {
            await save({ order: ranked, seen: order });
            keep();
          })
        }
      >
        {isSaved ? "Your order is saved" : "Save this order"}
      </Button>
      <LiveRegion>{said}</LiveRegion>
    </section>
  );
}

import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { EditableResource } from "#convex/content/shared/content";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { LiveRegion } from "../../../ui/visually-hidden";

/** One place up or down the list. */
type Step = -1 | 1;

/** Buttons that move a resource among `rows`, which are in their order. */
export function ResourceMoves({
  row,
  rows,
}: {
  row: EditableResource;
  rows: readonly EditableResource[];
}) {
  const edit = useMutation(api.resources.edit);
  const { run, isPending } = useAction("Failed to move the resource");
  const [said, setSaid] = useState("");
  const place = rows.findIndex(({ _id }) => _id === row._id);

  async function move(step: Step) {
    const { _id: id, ...seen } = row;
    const { title, url, description, publishAt } = row;
    const order = orderAfter(rows, place, step);
    if (
      await run(() =>
        edit({ id, title, url, description, publishAt, order, seen }),
      )
    )
      setSaid(`${title} is now number ${place + step + 1} of ${rows.length}`);
  }

  return (
    <span className="row gap-3">
      {([-1, 1] as const).map((step) => (
        <Button
          key={step}
          aria-label={`Move ${row.title} ${step < 0 ? "up" : "down"}`}
          isDisabled={rows[place + step] === undefined}
          isPending={isPending}
          onClick={() => void move(step)}
        >
          {step < 0 ? "Up" : "Down"}
        </Button>
      ))}
      <LiveRegion>{said}</LiveRegion>
    </span>
  );
}

/** The number that puts the resource at `place` past its neighbour: between that one and the next, or before or behind all. */
export function orderAfter(
  rows: readonly Pick<EditableResource, "order">[],
  place: number,
  step: Step,
): number {
  const near = rows[place + step]?.order ?? 0;
  const far = rows[place + 2 * step]?.order;
  // Equal numbers, typed by hand, leave no room between them.
  return far === undefined || far === near ? near + step : (near + far) / 2;
}

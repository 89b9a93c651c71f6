import { useMutation } from "convex/react";
import { useId } from "react";
import { api } from "#convex/_generated/api";
import type { Hiding } from "#convex/listings/shared";
import { useAction } from "../../lib/forms/use-action";
import { Button } from "../../ui/button";
import styles from "./find.module.css";

/** The people and teams that the person has hidden; nothing if there are none. */
export function HiddenOnes({ hidden }: { hidden: readonly Hiding[] }) {
  const id = useId();
  const unhide = useMutation(api.listings.unhide);
  const { run, isPending } = useAction("Failed to show them again");
  if (hidden.length === 0) return null;
  return (
    <section className={`stack gap-3 ${styles.later}`} aria-labelledby={id}>
      <h2 id={id}>Hidden from you</h2>
      <ul className={`line-above ${styles.lines}`}>
        {hidden.map(({ target, name }) => (
          <li
            key={target}
            className="row gap-1 gap-x-4 items-center justify-between"
          >
            <span>{name}</span>
            <Button
              isPending={isPending}
              aria-label={`Show ${name} again`}
              onClick={() => void run(() => unhide({ target }))}
            >
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

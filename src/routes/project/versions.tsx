import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type {
  Rival,
  RivalField,
  Workbench,
} from "#convex/projects/shared/projects";
import { useAction } from "../../lib/forms/use-action";
import { Button } from "../../ui/button";
import styles from "./fields.module.css";

/** The texts of a field that two people changed at once. Every member sees all and may choose. */
export function Versions({
  project,
  selfId,
  field,
}: {
  project: Workbench;
  selfId: string;
  field: RivalField;
}) {
  const choose = useMutation(api.projects.choose);
  const { run, isPending } = useAction("Failed to choose");
  const rivals = project.rivals.filter((rival) => rival.field === field);
  async function take(chosen: Rival | null) {
    // What is chosen comes last: the field's own text stays in the history, as the others do.
    const last = rivals.filter((rival) => rival === chosen);
    const others = rivals.filter((rival) => rival !== chosen);
    const isDone = await run(async () => {
      for (const rival of [...others, ...last])
        await choose({
          rivalId: rival._id,
          isTaken: rival === chosen,
          seen: { text: project[field], rival: rival.text },
        });
    });
    // The button is gone.
    if (isDone) document.getElementById(`project-${field}`)?.focus();
  }
  return (
    <details className={styles.versions}>
      <summary className="strong text-s">
        {`${rivals.length + 1} versions · choose`}
      </summary>
      <ul className={`grid gap-4 ${styles.texts}`}>
        <Version
          of="The team’s"
          text={project[field]}
          isPending={isPending}
          onUse={() => void take(null)}
        />
        {rivals.map((rival) => (
          <Version
            key={rival._id}
            of={rival.userId === selfId ? "Yours" : `${rival.userName}’s`}
            text={rival.text}
            isPending={isPending}
            onUse={() => void take(rival)}
          />
        ))}
      </ul>
    </details>
  );
}

function Version({
  of,
  text,
  isPending,
  onUse,
}: {
  of: string;
  text: string;
  isPending: boolean;
  onUse: () => void;
}) {
  return (
    <li className={`stack gap-2 justify-items-start ${styles.version}`}>
      <p className="quiet text-s">{of}</p>
      <p>{text === "" ? "(empty)" : text}</p>
      <Button
        isPending={isPending}
        onClick={onUse}
        aria-label={`Use this: ${of}`}
      >
        Use this
      </Button>
    </li>
  );
}

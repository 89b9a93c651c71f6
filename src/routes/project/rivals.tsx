import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { FIELD_LABELS, type Rival } from "#convex/shared/projects";
import { useAction } from "../../lib/use-action";
import { Button } from "../../ui/button";
import { Panel } from "../../ui/panel";
import { rivalId, type Bench } from "./fields";
import styles from "./project.module.css";

/** Rival texts of fields that two people changed at once. Every member sees both and may choose. */
export function Rivals({ bench: { project, isOpen } }: { bench: Bench }) {
  return (
    <div
      aria-live="polite"
      className={`stack gap-5 content-start ${styles.rivals}`}
    >
      {isOpen &&
        project.rivals.map((rival) => (
          <RivalChoice
            key={rival._id}
            rival={rival}
            current={project[rival.field]}
          />
        ))}
    </div>
  );
}

function RivalChoice({
  rival: { _id, field, userName, text },
  current,
}: {
  rival: Rival;
  current: string;
}) {
  const choose = useMutation(api.projects.choose);
  const { run, isPending } = useAction("Failed to choose");
  const label = FIELD_LABELS[field];
  const answer = (isTaken: boolean) =>
    void run(async () => choose({ rivalId: _id, isTaken }));
  return (
    <Panel id={rivalId(field)} tabIndex={-1} aria-label={`Two texts: ${label}`}>
      <div className={`stack gap-4 ${styles.rival}`}>
        <h2>Two versions of: {label}</h2>
        <p>Both texts are kept. Choose one; the other stays in the history.</p>
        <blockquote>
          <p>{current === "" ? "(empty)" : current}</p>
          <Button isPending={isPending} onClick={() => answer(false)}>
            Keep this
          </Button>
        </blockquote>
        <blockquote>
          <p>{text === "" ? "(empty)" : text}</p>
          <Button isPending={isPending} onClick={() => answer(true)}>
            Use {userName}’s
          </Button>
        </blockquote>
      </div>
    </Panel>
  );
}

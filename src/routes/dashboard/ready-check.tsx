import { Link } from "react-router-dom";
import { CheckIcon } from "../../ui/tool-icons";
import { classNames } from "../../ui/class-names";
import { VisuallyHidden } from "../../ui/visually-hidden";
import type { Step } from "./progress";
import styles from "./ready-check.module.css";

/** The registration progress; finished steps are highlighted, and each leads to its place. */
export function ReadyCheck({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={`stack gap-2 wide-halves ${styles.steps}`}>
      {steps.map((step, position) => (
        <li
          key={step.id}
          className={classNames(
            "plate plate-link row gap-x-3 items-center",
            styles.step,
            step.isDone && styles.done,
          )}
        >
          <span className={`stack quiet ${styles.number}`} aria-hidden="true">
            {step.isDone ? <CheckIcon /> : position + 1}
          </span>
          <Link to={step.to} className={`upper plain covering ${styles.title}`}>
            {step.title}
          </Link>
          <span className={`quiet text-s tight push ${styles.state}`}>
            {step.isDone && <VisuallyHidden>Done: </VisuallyHidden>}
            <span>{step.state}</span>
          </span>
          {step.note !== undefined && (
            <span className={`text-s tight whole-line ${styles.note}`}>
              {step.note}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

import {
  type JudgeCard,
  scoreOf,
  type Criterion,
} from "#convex/judging/shared/judging";
import { VisuallyHidden } from "../../ui/visually-hidden";
import type { Sheet } from "./kept-marks";

/** All projects of the judge with the marks given; a project can be opened to change them. */
export function ProjectList({
  cards,
  criteria,
  sheets,
  unsent,
  busy,
  isClosed,
  current,
  onOpen,
}: {
  cards: readonly JudgeCard[];
  criteria: readonly Criterion[];
  sheets: ReadonlyMap<JudgeCard, Sheet | null>;
  unsent: ReadonlySet<string>;
  /** Those that other judges have open. */
  busy: ReadonlySet<string>;
  isClosed: boolean;
  current: string | undefined;
  /** Undefined once nothing can be changed. */
  onOpen: ((projectId: string) => void) | undefined;
}) {
  return (
    <details className="judge-all line-above">
      <summary>Your projects</summary>
      <ul>
        {cards.map((card) => {
          const { projectId, table, name } = card;
          const sheet = sheets.get(card) ?? null;
          const content = (
            <>
              <span className="small-headline">
                <VisuallyHidden>Table </VisuallyHidden>
                <span>{table || "–"}</span>
              </span>
              <span>{name}</span>
              <span className="quiet text-s tabular">
                <span>
                  {sheet === null
                    ? isClosed
                      ? "not scored"
                      : busy.has(projectId)
                        ? "to do · busy"
                        : "to do · free"
                    : scoreOf(criteria, sheet.marks).toFixed(1)}
                </span>
                <span>
                  {unsent.has(projectId) &&
                    (isClosed ? " · not counted" : " · not sent")}
                </span>
              </span>
            </>
          );
          return (
            <li key={projectId}>
              {onOpen ? (
                <button
                  type="button"
                  aria-current={projectId === current ? "true" : undefined}
                  onClick={() => onOpen(projectId)}
                >
                  {content}
                </button>
              ) : (
                <p>{content}</p>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

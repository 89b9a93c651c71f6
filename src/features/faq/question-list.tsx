import { Link } from "react-router-dom";
import type { Question } from "../../content/schemas";
import { AccordionEntry } from "../../ui/accordion";
import { RichText } from "../../ui/rich-text";
import styles from "./question-list.module.css";

/** `hasLinks` gives each answer an address of its own and shows a link to it. */
export function QuestionList({
  questions,
  hasLinks = false,
}: {
  questions: readonly Question[];
  hasLinks?: boolean;
}) {
  return (
    <div>
      {questions.map(({ id, question, answer }) => (
        <AccordionEntry
          key={id}
          title={question}
          {...(hasLinks ? { id } : undefined)}
        >
          <p>
            <RichText text={answer} />
          </p>
          {hasLinks && (
            <Link to={{ hash: id }} className={`items-center ${styles.link}`}>
              Link to this answer
            </Link>
          )}
        </AccordionEntry>
      ))}
    </div>
  );
}

import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { questionGroups } from "../../content/faq";
import { QuestionList } from "../../features/faq/question-list";
import { paths } from "../../paths";
import { TextField } from "../../ui/text-field";
import { LiveRegion } from "../../ui/visually-hidden";
import styles from "./faq.module.css";
import { countOf, searchQuestions } from "./search-questions";

export function Component() {
  const search = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState("");
  // Reads what was typed before hydration.
  useEffect(() => setWanted(search.current?.value ?? ""), []);
  const groups = searchQuestions(questionGroups, wanted);
  return (
    <div className="container">
      <div className="stack gap-7 opening-padding">
        <header className={`stack gap-5 ${styles.header}`}>
          <h1 className="display-l">Questions and answers</h1>
          <search className={`measure ${styles.search}`}>
            <TextField
              label="Search the answers"
              type="search"
              ref={search}
              autoComplete="off"
              onChange={(change) => setWanted(change.currentTarget.value)}
            />
          </search>
          <LiveRegion>
            {wanted.trim() === "" ? "" : `${countOf(groups)} found`}
          </LiveRegion>
        </header>
        {groups.map(({ id, title, questions }) => (
          <section
            key={id}
            className={`stack gap-4 gap-x items-start ${styles.group}`}
            aria-labelledby={id}
          >
            <h2 id={id}>{title}</h2>
            <QuestionList questions={questions} hasLinks />
          </section>
        ))}
        <p className={`soft clear-links ${styles.ask}`}>
          <span>
            {groups.length === 0
              ? `Nothing matches “${wanted.trim()}”. `
              : "Not what you were looking for? "}
          </span>
          <Link to={paths.contact}>Ask the organisers</Link>
        </p>
      </div>
    </div>
  );
}

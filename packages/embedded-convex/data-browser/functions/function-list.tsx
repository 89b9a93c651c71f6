import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Field } from "../ui/field";
import { KINDS } from "./function-detail";
import {
  type FunctionGroup,
  type ListedFunction,
  searchFunctions,
} from "./listed-functions";
import styles from "./functions.module.css";
import { FUNCTION_PARAM } from "./use-functions";

/** All functions grouped by file, with a search field. */
export function FunctionList({
  groups,
  chosen,
}: {
  groups: readonly FunctionGroup[];
  chosen: ListedFunction | undefined;
}) {
  const [text, setText] = useState("");
  const found = searchFunctions(groups, text);
  return (
    <>
      <Field label="Search functions">
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {found.length === 0 && (
        <p className={styles.quiet}>
          {groups.length === 0
            ? "No functions have been deployed."
            : `Nothing matches “${text.trim()}”.`}
        </p>
      )}
      {found.map(({ module, functions }) => (
        <section key={module} aria-label={module}>
          <h2 className={styles.module}>{module}</h2>
          <ul>
            {functions.map((fn) => (
              <li key={fn.id}>
                <FunctionLink fn={fn} isChosen={fn.id === chosen?.id} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function FunctionLink({
  fn,
  isChosen,
}: {
  fn: ListedFunction;
  isChosen: boolean;
}) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set(FUNCTION_PARAM, fn.id);
  return (
    <Link
      className={styles.link}
      to={{ search: search.toString() }}
      aria-current={isChosen ? "true" : undefined}
    >
      <span>{fn.name}</span>
      <span className={styles.kind}>
        {fn.isInternal && "internal "}
        {KINDS[fn.kind]}
      </span>
    </Link>
  );
}

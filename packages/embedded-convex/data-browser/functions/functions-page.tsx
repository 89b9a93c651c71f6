import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { paths } from "../navigation/paths";
import { useComponent } from "../navigation/use-component";
import { classNames } from "../ui/class-names";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { FunctionDetail } from "./function-detail";
import { FunctionList } from "./function-list";
import styles from "./functions.module.css";
import { useFunctions } from "./use-functions";

/** The deployment's functions, and a form to run the selected one. */
export function FunctionsPage() {
  const { groups, chosenId, chosen } = useFunctions();
  const heading = useHeadingFocus(chosen?.id);
  const { link } = useComponent();
  return (
    <Page title="Functions">
      {groups === undefined && <p>Loading…</p>}
      {groups !== undefined && (
        <div className={styles.columns}>
          <div
            className={classNames(
              styles.list,
              chosenId !== null && styles.behind,
            )}
          >
            <FunctionList groups={groups} chosen={chosen} />
          </div>
          <div className={styles.detail}>
            {chosenId !== null && (
              <p className={styles.back}>
                <Link to={link(paths.page("functions"))}>All functions</Link>
              </p>
            )}
            {chosen !== undefined && (
              <FunctionDetail fn={chosen} heading={heading} />
            )}
            {chosen === undefined && chosenId !== null && (
              <Notice>There is no function {chosenId}.</Notice>
            )}
            {chosenId === null && (
              <p className={styles.hint}>Choose a function to run it.</p>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

/** Focuses the heading of a newly selected function: on phones it replaces the list. */
function useHeadingFocus(id: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(id);
  useEffect(() => {
    if (id !== undefined && last.current !== id) {
      heading.current?.focus({ preventScroll: false });
    }
    last.current = id;
  }, [id]);
  return heading;
}

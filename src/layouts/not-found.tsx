import { notFoundPage } from "../content/pages";
import { paths } from "../paths";
import { LinkButton } from "../ui/button";
import { Mark } from "../ui/logo";
import styles from "./not-found.module.css";
import { usePageWords } from "./page-words";

export function Component() {
  return (
    <div className="container">
      <div className={`stack gap-6 ${styles.screen}`}>
        <p
          className={`flex items-baseline ${styles.number}`}
          aria-hidden="true"
        >
          4<Mark className={styles.zero} />4
        </p>
        <div className="stack gap-4 justify-items-start">
          <h1>404 Page Not Found</h1>
          <p className="soft">
            No one plays on this map. The address may have changed.
          </p>
          <LinkButton to={paths.landing} tone="signal">
            Back to home
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

/** Shown instead of a page that this person may not know of. */
export function NothingHere() {
  usePageWords(notFoundPage);
  return <Component />;
}

import { LinkButton } from "../ui/button";
import { NeedsScript } from "../ui/needs-script";
import { paths } from "../paths";
import styles from "./not-found.module.css";

/** The answer to a form that a browser sends by itself, because it runs no scripts; see `prerender/plugin.ts`. */
export function Component() {
  return (
    <div className="container">
      <div className={`stack gap-6 ${styles.screen}`}>
        <div className="stack gap-4 justify-items-start">
          <h1>Not sent</h1>
          <p className="soft">
            Nothing was sent or stored. Go back: what you typed is still there.
          </p>
          <NeedsScript>Sending a form</NeedsScript>
          <LinkButton to={paths.landing}>Back to home</LinkButton>
        </div>
      </div>
    </div>
  );
}

import { Button } from "./button";
import styles from "./load-failure.module.css";
import { Panel } from "./panel";

/** Stands where something could not be loaded; what failed is the title, trying again is one press. */
export function LoadFailure({ children }: { children: string }) {
  return (
    <Panel aria-label={children}>
      <div className={styles.failure}>
        <h2>{children}</h2>
        <p>Check your connection and try again.</p>
        <Button tone="signal" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </Panel>
  );
}

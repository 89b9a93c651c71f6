import { Button } from "./button";
import styles from "./load-failure.module.css";
import { Panel } from "./panel";

/** Stands where something could not be loaded; what failed is the title, trying again is one press. */
export function LoadFailure({
  isPage = false,
  children,
}: {
  /** Nothing else is on the page. */
  isPage?: boolean;
  children: string;
}) {
  const Title = isPage ? "h1" : "h2";
  return (
    <Panel aria-label={children}>
      <div className={styles.failure}>
        <Title>{children}</Title>
        <p>Check your connection and try again.</p>
        <Button tone="signal" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </Panel>
  );
}

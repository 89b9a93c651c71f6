import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { Backup } from "./backup";
import { CommitChart } from "./commit-chart";
import { Figures } from "./figures";
import { useHealth } from "./use-health";

/** How the deployment does. */
export function HealthPanel() {
  const { value, error } = useHealth();
  return (
    <Page title="Health">
      {error !== null && (
        <Notice tone="hot">
          {error.message}{" "}
          {value !== undefined && "These are the last known numbers."}
        </Notice>
      )}
      {value === undefined && error === null && <p>Asking the backend…</p>}
      {value !== undefined && (
        <>
          <Figures health={value.now} />
          <CommitChart samples={value.samples} />
          <Backup lastBackupAt={value.now.lastBackupAt} />
        </>
      )}
    </Page>
  );
}

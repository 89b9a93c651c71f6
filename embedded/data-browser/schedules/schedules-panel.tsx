import { Page } from "../ui/page";
import { CronJobs } from "./cron-jobs";
import { FinishedJobs } from "./finished-jobs";
import styles from "./schedules.module.css";
import { UpcomingJobs } from "./upcoming-jobs";

/** What runs by schedule: once, or again and again. */
export function SchedulesPanel() {
  return (
    <Page title="Schedules">
      <div className={styles.sections}>
        <UpcomingJobs />
        <FinishedJobs />
        <CronJobs />
      </div>
    </Page>
  );
}

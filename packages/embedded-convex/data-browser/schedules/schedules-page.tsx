import { Page } from "../ui/page";
import { CronJobs } from "./cron-jobs";
import { FinishedJobs, UpcomingJobs } from "./scheduled-jobs";
import styles from "./schedules.module.css";

/** Scheduled functions and cron jobs. */
export function SchedulesPage() {
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

import { z } from "zod";
import type { Clock } from "../base/clock";
import { RequestError } from "../base/errors";
import { commitWithRetry } from "../functions/execution/commit-with-retry";
import { cancelJob, findJob } from "../functions/scheduling/scheduled-job";
import { SCHEDULED_FUNCTIONS } from "../functions/system-tables";
import type { Database } from "../transaction/database";
import { parseId } from "../values/ids";

const cancelSchema = z.object({
  id: z.string(),
  componentId: z.string().nullish(),
});

/** What an administrator can do about scheduled functions. */
export class ScheduledJobs {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Keeps a job from running. One that has ended stays as it is; an action that
   * runs is not stopped, but counts as cancelled.
   *
   * @throws RequestError 400 for a body without an id, 404 when there is no job
   */
  async cancel(body: unknown): Promise<null> {
    const parsed = cancelSchema.safeParse(body);
    if (!parsed.success) {
      throw new RequestError(400, "BadJsonBody", "id is not the id of a job");
    }
    const component = parsed.data.componentId ?? "";
    const id = parseId(parsed.data.id);
    await commitWithRetry(this.#database, (transaction) => {
      const table = id && transaction.tableOfId(component, id);
      const isJob = id !== null && table?.name === SCHEDULED_FUNCTIONS;
      if (!isJob || findJob(transaction, component, id) === null) {
        throw new RequestError(404, "JobNotFound", "There is no such job");
      }
      cancelJob(transaction, component, { id }, this.#clock.now(), null);
    });
    return null;
  }
}

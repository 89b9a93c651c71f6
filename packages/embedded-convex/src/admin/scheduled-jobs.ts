import * as z from "zod";
import type { Clock } from "../base/clock";
import { RequestError } from "../base/errors";
import { commitWithRetry } from "../transaction/commit-with-retry";
import { cancelJob, findJob } from "../functions/jobs/scheduled-job";
import { SCHEDULED_FUNCTIONS } from "../functions/definitions/function-tables";
import type { Database } from "../transaction/database";
import { parseId } from "../values/ids";

const cancelSchema = z.object({
  id: z.string(),
  componentId: z.string().nullish(),
});

/** Operations of administrators on scheduled functions. */
export class ScheduledJobs {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Cancels a job. A finished job stays as it is; a running action is not
   * interrupted, but marked as cancelled.
   *
   * @throws RequestError 400 for a body without an id, 404 for an unknown job
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
      if (!isJob || findJob(transaction, { component, id }) === null) {
        throw new RequestError(404, "JobNotFound", "There is no such job");
      }
      cancelJob(transaction, component, id, this.#clock.now());
    });
    return null;
  }
}

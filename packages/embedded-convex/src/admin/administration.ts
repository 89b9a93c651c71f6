import { badRequest, RequestError } from "../base/errors";
import type { JsonObject } from "../base/parse-json";
import type { AdminServices } from "./admin-services";
import { EnvironmentVariables } from "./environment-variables";
import { Exports } from "./exports";
import type { FunctionLog } from "./function-log";
import { Health } from "./health";
import { Imports } from "./imports";
import type { KeptMails } from "./kept-mails";
import { Pushes } from "./pushes";
import { States } from "./states";

const FIXED =
  "The clock can be put forward only with --dev, on a server that this machine alone reaches";
const MAX_BY_MS = 366 * 24 * 60 * 60 * 1000;

export class Administration {
  readonly pushes: Pushes;
  readonly environment: EnvironmentVariables;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly states: States;
  readonly health: Health;

  constructor(
    private readonly services: AdminServices,
    readonly log: FunctionLog,
    readonly outbox: KeptMails,
  ) {
    this.pushes = new Pushes(services);
    this.environment = new EnvironmentVariables(services);
    this.exports = new Exports(services);
    this.imports = new Imports(services);
    this.states = new States(services);
    this.health = new Health(services);
  }

  /**
   * Puts the clock forward by `byMs`.
   *
   * @returns what it says then
   * @throws RequestError 403 unless it is a development server's, 400 for no such time
   */
  async advanceClock({ byMs }: JsonObject): Promise<{ now: number }> {
    const { clock, advanceClock } = this.services;
    if (advanceClock === null)
      throw new RequestError(403, "ClockIsFixed", FIXED);
    if (typeof byMs !== "number" || !(byMs > 0 && byMs <= MAX_BY_MS))
      throw badRequest("BadTime", "The clock goes forward, by a year at most");
    await advanceClock(byMs);
    return { now: clock.now() };
  }

  /** Ends long polls, and waits for a running backup and running imports. */
  async close(): Promise<void> {
    this.log.close();
    this.health.close();
    await this.exports.close();
    await this.imports.close();
  }
}

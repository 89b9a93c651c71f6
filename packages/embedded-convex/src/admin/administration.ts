import type { AdminServices } from "./admin-services";
import { EnvironmentVariables } from "./environment-variables";
import { Exports } from "./exports";
import type { FunctionLog } from "./function-log";
import { Health } from "./health";
import { Imports } from "./imports";
import type { KeptMails } from "./kept-mails";
import { Pushes } from "./pushes";
import { States } from "./states";

export class Administration {
  readonly pushes: Pushes;
  readonly environment: EnvironmentVariables;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly states: States;
  readonly health: Health;

  constructor(
    services: AdminServices,
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

  /** Ends long polls, and waits for a running backup and running imports. */
  async close(): Promise<void> {
    this.log.close();
    this.health.close();
    await this.exports.close();
    await this.imports.close();
  }
}

import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { Database } from "../../transaction/database";
import { changeSchema } from "../../transaction/schema-change";
import type { Transaction } from "../../transaction/transaction";
import { EMPTY_APP, type App } from "../app/app";
import { applyCronSpecs } from "./cron-documents";
import { EMPTY_SOURCE, type AppSource } from "../loading/app-source";
import { evaluateApp } from "../loading/evaluate-app";
import { AppConverter } from "../loading/converted-app";

type Environment = Readonly<Record<string, string>>;

type Options = {
  /** Opened with `functionTables` as system tables. */
  database: Database;
  clock: Clock;
  logger: Logger;
  /** `process.env` of functions, including the deployment's URLs. */
  environment: Environment;
  currentEnvironment?: Readonly<Record<string, string | undefined>>;
};

type Loaded = {
  source: AppSource;
  environment: Environment;
  app: App;
};

type LoadOptions = {
  /** `process.env` of functions; by default as before. */
  environment?: Environment;
  /** Adds writes to the load's commit; called again after a conflict. */
  alongside?: (transaction: Transaction) => void;
};

/**
 * The current app, which `load` replaces as a whole. Running calls
 * finish with the app that they began with.
 */
export class CurrentApp {
  readonly #listeners = new Set<() => void>();
  readonly #converter = new AppConverter();
  #loaded: Loaded | null = null;
  /** Serialises loads. */
  #loading: Promise<void> = Promise.resolve();

  constructor(private readonly options: Options) {}

  /**
   * Replaces all functions, schemas and cron jobs. Rejects, without any change,
   * when the app cannot be evaluated or the documents do not match its schema.
   */
  load(source: AppSource, options: LoadOptions = {}): Promise<void> {
    const loading = this.#loading.then(() => this.#load(source, options));
    this.#loading = loading.catch(() => undefined);
    return loading;
  }

  /** Evaluates an app as `load` would, and leaves everything as it is. */
  evaluate(source: AppSource): Promise<App> {
    const evaluating = this.#loading.then(() =>
      this.#evaluate(source, this.environment),
    );
    this.#loading = evaluating.then(
      () => undefined,
      () => undefined,
    );
    return evaluating;
  }

  /**
   * @param listener called after every load, which makes earlier results stale
   * @returns a function that unsubscribes it
   */
  onLoad(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get isLoaded(): boolean {
    return this.#loaded !== null;
  }

  /** Has no functions before the first load. */
  get app(): App {
    return this.#loaded?.app ?? EMPTY_APP;
  }

  get source(): AppSource {
    return this.#loaded?.source ?? EMPTY_SOURCE;
  }

  get environment(): Environment {
    return this.#loaded?.environment ?? this.options.environment;
  }

  async #load(
    source: AppSource,
    { environment = this.environment, alongside }: LoadOptions,
  ): Promise<void> {
    const { database, clock } = this.options;
    const app = await this.#evaluate(source, environment);
    await database.write((transaction) => {
      for (const component of app.components.values()) {
        changeSchema(transaction, component.path, component.schema);
        applyCronSpecs(transaction, component, clock.now());
      }
      alongside?.(transaction);
    });
    this.#loaded = { source, environment, app };
    for (const listener of this.#listeners) listener();
  }

  #evaluate(source: AppSource, environment: Environment): Promise<App> {
    const { clock, logger, currentEnvironment } = this.options;
    const surroundings = { clock, logger, environment, currentEnvironment };
    return evaluateApp(source, surroundings, this.#converter);
  }
}

/** A person with the unmodified client of Convex, on a device of their own. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import { CLOCK_PATH } from "#convex/content/shared/schedule";
import { challengeOf } from "#convex/signIn/shared";
import { measure } from "../../src/features/clock/deployment-clock";
import { siteUrlOf } from "../../src/lib/connection/site-url";
import { solve } from "./bot-check";
import { Ledger } from "./ledger";
import { Line } from "./line";
import { now, sleep } from "./pace";

type Query = FunctionReference<"query">;
type Mutation = FunctionReference<"mutation">;

/** What a server says that has too much to do to take a call, and a client without a connection. */
const TRY_AGAIN = /too_busy|The server is busy|Connection lost/u;
const PRESS_AGAIN_MS = 3_000;

/** A client knows this call, which its types keep to themselves. */
type KeyedClient = ConvexClient & { setAdminAuth(key: string): void };

type SignedIn = FunctionReturnType<typeof api.auth.signIn>;
export type Credentials = { name: string; email: string; password: string };

/** As `fetch`; while the server is away, it tries again. */
export async function reached(
  ...request: Parameters<typeof fetch>
): Promise<Response> {
  for (;;) {
    try {
      return await fetch(...request);
    } catch {
      await sleep(1_000);
    }
  }
}

type Options = {
  name?: string;
  email?: string;
  ledger?: Ledger;
  /** Presses each button twice. */
  tapsTwice?: boolean;
  clockIsOffMs?: number;
  /** Of somebody who has come before. */
  token?: string;
  /** Of the operator, who is nobody. */
  adminKey?: string;
};

export class Person {
  readonly name: string;
  readonly email: string;
  readonly line = new Line();
  /** The device's clock, in milliseconds. */
  now: () => number;
  readonly #url: string;
  #client: ConvexClient;
  readonly #ledger: Ledger;
  readonly #tapsTwice: boolean;
  readonly #asked = new Set<string>();
  #tokens: { token: string; refreshToken: string } | null = null;

  constructor(url: string, options: Options = {}) {
    const { name = "", email = "", token, adminKey } = options;
    this.#url = url;
    this.#tapsTwice = options.tapsTwice ?? false;
    this.now = () => Date.now() + (options.clockIsOffMs ?? 0);
    this.name = name;
    this.email = email;
    this.#ledger = options.ledger ?? new Ledger();
    this.#client = this.#connected();
    if (token !== undefined) {
      // It lasts longer than a play, and cannot be renewed.
      this.#tokens = { token, refreshToken: "" };
      this.#client.setAuth(async () => token);
    }
    if (adminKey !== undefined)
      (this.#client as KeyedClient).setAdminAuth(adminKey);
  }

  #connected(): ConvexClient {
    return new ConvexClient(this.#url, {
      webSocketConstructor: this.line.socket,
      unsavedChangesWarning: false,
      logger: false,
    });
  }

  /** Loads the page again: what was open is closed, and calls without an answer have none. */
  reload(): void {
    void this.#client.close();
    this.#client = this.#connected();
    this.#authenticate();
  }

  /** Corrects the device's clock with the deployment's, as the page does. */
  async setClock(): Promise<void> {
    this.now = await measure(
      async () => {
        const answer = await reached(siteUrlOf(this.#url) + CLOCK_PATH);
        return Number(await answer.text());
      },
      () => Date.now(),
    );
  }

  /** Signs up with a password, as the page does, with a bot check where one is demanded. */
  async signUp({ name, email, password }: Credentials): Promise<void> {
    const account = { name, email, password };
    let flow = "signUp";
    const call = async (proof: Record<string, Value>) =>
      this.#client.action(api.auth.signIn, {
        provider: "password",
        params: { flow, ...account, ...proof },
      });
    const press = async () =>
      call({}).catch(async (error: unknown): Promise<SignedIn> => {
        // The line was cut before the answer came.
        if (isAppError(error) && error.data.code === "email_in_use") {
          flow = "signIn";
          return press();
        }
        const challenge = challengeOf(error);
        if (challenge === null) throw error;
        const botCheck = JSON.stringify(await solve(challenge));
        return call({ botCheck: jsonToConvex(JSON.parse(botCheck)) });
      });
    const answer = await this.#ledger.timed("sign up", async () =>
      this.#untilTaken("auth:signIn", press),
    );
    if (!answer?.tokens) {
      const refused = [...this.#ledger.refusals.keys()].join(", ");
      throw new Error(`${email} could not sign up (refused: ${refused})`);
    }
    this.#tokens = answer.tokens;
    this.#authenticate();
  }

  /** Who is told that the server is busy, or loses the line, presses again, later each time. */
  async #untilTaken<Answer>(
    what: string,
    press: () => Promise<Answer>,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        return await press();
      } catch (error) {
        const code = isAppError(error) ? error.data.code : String(error);
        if (!TRY_AGAIN.test(code)) throw error;
        this.#ledger.refused(`${what}: busy, or the line was cut`);
        await sleep(tries * PRESS_AGAIN_MS);
      }
    }
  }

  #authenticate(): void {
    this.#client.setAuth(async ({ forceRefreshToken }) =>
      forceRefreshToken ? this.#renewed() : (this.#tokens?.token ?? null),
    );
  }

  async #renewed(): Promise<string | null> {
    const refreshToken = this.#tokens?.refreshToken ?? "";
    const { tokens } = await this.#untilTaken("auth:signIn", async () =>
      this.#client.action(api.auth.signIn, { refreshToken }),
    );
    this.#tokens = tokens ?? null;
    return this.#tokens?.token ?? null;
  }

  query<Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of>> {
    return this.#client.query(query, args);
  }

  /** What the deployment has stored; what is open on the page may be older, and is what `query` answers. */
  stored<Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of>> {
    const client = new ConvexHttpClient(this.#url, {
      logger: false,
      fetch: reached,
    });
    if (this.#tokens !== null) client.setAuth(this.#tokens.token);
    return client.query(query, args);
  }

  /** Resolves once the page shows what it has changed. @throws if it is refused */
  change<Of extends Mutation>(
    mutation: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of>> {
    return this.#client.mutation(mutation, args);
  }

  /** The same for an action. */
  attempt<Of extends FunctionReference<"action">>(
    action: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of>> {
    return this.#client.action(action, args);
  }

  /** How often it has connected. */
  get connections(): number {
    return this.#client.connectionState().connectionCount;
  }

  /** Does something, and notes how long it takes, or that it is refused: then it returns undefined. */
  do<Of extends Mutation>(
    mutation: Of,
    args: FunctionArgs<Of>,
    what = getFunctionName(mutation),
  ): Promise<FunctionReturnType<Of> | undefined> {
    return this.#ledger.timed(what, async () =>
      this.#client.mutation(mutation, args),
    );
  }

  /** Does what a button does; a double tap does it twice at once, and only one of the two may count. */
  async press<Of extends Mutation>(
    mutation: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of> | undefined> {
    const second = `a second tap: ${getFunctionName(mutation)}`;
    const [answer] = await Promise.all([
      this.do(mutation, args),
      ...(this.#tapsTwice ? [this.do(mutation, args, second)] : []),
    ]);
    return answer;
  }

  /** The same for an action, which the client does not send again when the line is back. */
  act<Of extends FunctionReference<"action">>(
    action: Of,
    args: FunctionArgs<Of>,
  ): Promise<FunctionReturnType<Of> | undefined> {
    const name = getFunctionName(action);
    return this.#ledger.timed(name, async () =>
      this.#untilTaken(name, async () => this.#client.action(action, args)),
    );
  }

  /** Keeps a query open, as a page does. @returns a function that closes it */
  watch<Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
    onAnswer: (answer: FunctionReturnType<Of>) => void = () => {},
  ): () => void {
    const name = getFunctionName(query);
    // Two that are the same are one for the deployment.
    const asked = `${name} ${JSON.stringify(args)}`;
    const isFirst = !this.#asked.has(asked);
    this.#asked.add(asked);
    const close = this.#client.onUpdate(query, args, (answer) => {
      if (isFirst) this.#ledger.answered(name);
      onAnswer(answer);
    });
    return () => {
      if (isFirst) this.#asked.delete(asked);
      close();
    };
  }

  /** Resolves with the time at which a page that asks so shows what is awaited. */
  shows<Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
    isAwaited: (answer: FunctionReturnType<Of>) => boolean = () => true,
  ): Promise<number> {
    return new Promise((resolve) => {
      const close = this.#client.onUpdate(query, args, (answer) => {
        if (!isAwaited(answer)) return;
        close();
        resolve(now());
      });
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** What the tests of sign-in share: a deployment for each test, and calls as the page makes them. */
import { beforeAll, beforeEach } from "vitest";
import type { TableNames } from "#convex/_generated/dataModel";
import schema from "#convex/schema";
import { useOutbox, type Outbox } from "./outbox";
import {
  backend,
  password,
  rowsIn,
  useCheapHashing,
  useSigningKeys,
} from "./setup";

/** The mails that the deployment of the test that is running has sent. */
export let outbox: Outbox;

/**
 * Gives each test of a file an empty deployment, on which people can sign in, and an
 * outbox.
 */
export function deployBeforeEachTest(): void {
  beforeAll(useSigningKeys);
  beforeAll(useCheapHashing);
  beforeEach(() => {
    outbox = useOutbox();
  });
}

/** Returns all rows of all tables. */
export async function everything(): Promise<unknown[]> {
  const tables = Object.keys(schema.tables) as TableNames[];
  return (await Promise.all(tables.map((table) => rowsIn(table)))).flat();
}

/** The password with which `signUp` signs up. */
export const PASSWORD = "open sesame";

/** An account as somebody signs up and in with it. */
export const ASHA = {
  name: "Asha Rao",
  email: "asha@example.in",
  password: PASSWORD,
};
export const SIGN_UP = { flow: "signUp", ...ASHA };
export const SIGN_IN = {
  flow: "signIn",
  email: ASHA.email,
  password: PASSWORD,
};

type Proof = { botCheck?: unknown };

export const signUp = async (email: string, proof: Proof = {}) =>
  password({
    flow: "signUp",
    name: "Asha Rao",
    email,
    password: PASSWORD,
    ...proof,
  });

export const signIn = async (
  email: string,
  guess = PASSWORD,
  proof: Proof = {},
) => password({ flow: "signIn", email, password: guess, ...proof });

/** Asks for a reset mail. */
export const reset = async (email: string, proof: Proof = {}) =>
  backend.auth.signIn({
    provider: "password",
    params: { flow: "reset", email, ...proof },
  });

/** Chooses a new password by the token of a reset mail. */
export const choose = async (token: unknown, chosen: unknown) =>
  password({ flow: "resetVerification", token, password: chosen });

/** Writes to the organisers. */
export const contact = async (email: string, proof: Proof = {}) =>
  backend.contact.send({
    name: "Asha",
    email,
    subject: "Parking",
    message: "Where?",
    ...proof,
  });

export const subscribe = async (email: string, proof: Proof = {}) =>
  backend.subscribers.subscribe({ email, ...proof });

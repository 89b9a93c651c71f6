import type { ConvexClient } from "convex/browser";
import { join } from "node:path";
import { api } from "../../../convex/_generated/api";
import type { Caller, Stage } from "../../scenarios";
import { newClient } from "../engine/test-server";

export const PRODUCT_FUNCTIONS = join(import.meta.dirname, "../../../convex");

export const PASSWORD = "correct horse 36";

/** People with unmodified clients, each on a connection of their own. */
export function clientStage(url: string): Stage {
  const stranger = newClient(url);
  return {
    stranger: () => callerOf(stranger),
    signUp: async (name, email = `${name.toLowerCase()}@example.in`) => {
      const token = await signUp(stranger, name, email);
      return callerOf(signedIn(url, token));
    },
    password: (params) =>
      stranger.action(api.auth.signIn, { provider: "password", params }),
  };
}

/** @returns the new person's token */
export async function signUp(
  client: ConvexClient,
  name: string,
  email: string,
): Promise<string> {
  const { tokens } = await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", name, email, password: PASSWORD },
  });
  if (!tokens) throw new Error("signed up without tokens");
  return tokens.token;
}

/** A client of the person whose token it is. */
export function signedIn(url: string, token: string): ConvexClient {
  const client = newClient(url);
  client.setAuth(async () => token);
  return client;
}

function callerOf(client: ConvexClient): Caller {
  return {
    me: () => client.query(api.users.me, {}),
    team: () => client.query(api.teams.mine, {}),
    create: (name) => client.mutation(api.teams.create, { name }),
    join: (inviteCode) => client.mutation(api.teams.join, { inviteCode }),
    leave: () => client.mutation(api.teams.leave, {}),
  };
}

import type { ConvexClient } from "convex/browser";
import { join } from "node:path";
import { api } from "../../../convex/_generated/api";
import type { Announcements, Caller, Stage, Watch } from "../../scenarios";
import { newClient, type TestServer } from "../engine/test-server";
import { byHand } from "./by-hand";

export const PRODUCT_FUNCTIONS = join(import.meta.dirname, "../../../convex");

export const PASSWORD = "correct horse 36";

/** People with unmodified clients, each on a connection of their own. */
export function clientStage(server: TestServer, clock: Stage["clock"]): Stage {
  const { url } = server;
  const stranger = newClient(url);
  const callerNamed = async (
    name: string,
    email = `${name.toLowerCase()}@example.in`,
  ) => callerOf(signedIn(url, await signUp(stranger, name, email)));
  return {
    clock,
    stranger: () => callerOf(stranger),
    signUp: callerNamed,
    organiser: async (name) => {
      const caller = await callerNamed(name);
      const me = await caller.me();
      if (me === null) throw new Error("signed up without a profile");
      await byHand(server).edit("users", me._id, { role: "organiser" });
      return caller;
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
    announce: (title, publishAt) =>
      client.mutation(api.announcements.publish, {
        title,
        body: `${title}.`,
        pinned: false,
        publishAt,
      }),
    change: (settings) => client.mutation(api.settings.change, settings),
    watchAnnouncements: (at) => watchAnnouncements(client, at),
  };
}

/** A live subscription; it ends with the client. */
function watchAnnouncements(
  client: ConvexClient,
  at: number,
): Watch<Announcements> {
  let latest: Announcements | undefined;
  let onAnswer = () => {};
  client.onUpdate(api.announcements.list, { at }, (answer) => {
    latest = answer;
    onAnswer();
  });
  return {
    until: (isWanted) =>
      new Promise((resolve) => {
        onAnswer = () => {
          if (latest !== undefined && isWanted(latest)) resolve(latest);
        };
        onAnswer();
      }),
  };
}

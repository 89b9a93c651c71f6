/** Queries that many pages share run once for each change, however many pages there are. */
import type { ConvexClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { nextAfter, SharedText } from "../../src/routes/project/shared-text";
import { write } from "../write-project";
import { enter, newRuns, quickFunctions, watching } from "./stage";

/** Opens `/find` for somebody: what the page subscribes to. @returns what waits for the names on the newest cards */
function lookOn(client: ConvexClient, readKey: string) {
  const limit = 24;
  client.onUpdate(api.users.me, {}, () => {});
  client.onUpdate(api.settings.teamChanges, { at: 0 }, () => {});
  client.onUpdate(api.requests.mine, {}, () => {});
  client.onUpdate(api.listings.hidden, {}, () => {});
  client.onUpdate(api.listings.readKey, {}, () => {});
  client.onUpdate(api.listings.mine, {}, () => {});
  const shared = { readKey, limit };
  client.onUpdate(api.listings.list, { kind: "team", ...shared }, () => {});
  const cards = watching(client, api.listings.list, {
    kind: "person",
    ...shared,
  });
  return (isWanted: (names: string[]) => boolean) =>
    cards.until((answer) =>
      isWanted(answer?.listings.map(({ name }) => name) ?? []),
    );
}

/** Starts the product, which people enter by signing up. */
async function openProduct() {
  const server = await startServer({ functions: await quickFunctions() });
  const enterAs = async (name: string, role?: "organiser") =>
    (await enter(server, name, role)).client;
  return { server, enter: enterAs };
}

/** Counts the executions when one person publishes a card, and when they join a team. */
async function runsBefore(onlookers: number) {
  const { server, enter } = await openProduct();
  const leader = await enter("leader");
  await leader.mutation(api.teams.create, { name: "Nova" });
  await leader.mutation(api.listings.showOpening, { text: "A game" });
  const tell = () => leader.query(api.listings.readKey, {});
  await expect.poll(tell).not.toBeNull();
  const readKey = (await tell()) ?? "";
  const newcomer = await enter("p0");
  const seenBy = [lookOn(newcomer, readKey)];
  for (let nth = 1; nth < onlookers; nth++)
    seenBy.push(lookOn(await enter(`p${nth}`), readKey));
  const all = (isWanted: (names: string[]) => boolean) =>
    Promise.all(seenBy.map((sees) => sees(isWanted)));
  await all(() => true);

  const before = await newRuns(server, 0);
  await newcomer.mutation(api.listings.showCard, { text: "Hello" });
  await all((names) => names.includes("p0"));
  const shown = await newRuns(server, before.cursor);
  const team = await leader.query(api.teams.mine, {});
  const inviteCode = team?.inviteCode ?? "";
  await newcomer.mutation(api.teams.join, { inviteCode });
  await all((names) => !names.includes("p0"));
  const joined = await newRuns(server, shown.cursor);
  return { shown: shown.runs, joined: joined.runs };
}

test("a change on /find costs the same whether three look on or twelve", async () => {
  const few = await runsBefore(3);
  expect(few.shown).toMatchObject({ "listings:list": 1, "listings:mine": 1 });
  expect(few.joined).toMatchObject({ "listings:list": 2 });
  expect(await runsBefore(12)).toEqual(few);
});

test("an announcement is read in one run, however many dashboards are open", async () => {
  const { server, enter } = await openProduct();
  const organiser = await enter("p0", "organiser");
  const others = ["p1", "p2", "p3", "p4"].map((name) => enter(name));
  const people = [organiser, ...(await Promise.all(others))];
  const shown = async (client: ConvexClient, title: string) => {
    const me = watching(client, api.users.me, {});
    const profile = await me.until((one) => Boolean(one?.noticeReadKey));
    const args = { at: 0, readKey: profile?.noticeReadKey ?? "" };
    client.onUpdate(api.resources.list, args, () => {});
    client.onUpdate(api.schedule.list, {}, () => {});
    await watching(client, api.announcements.list, args).until(
      (answer) => answer?.announcements[0]?.title === title,
    );
  };
  const publish = (title: string) =>
    organiser.mutation(api.announcements.add, {
      title,
      body: "Badge, please.",
      pinned: true,
      publishAt: null,
    });
  const first = Promise.all(people.map((client) => shown(client, "Breakfast")));
  await publish("Breakfast");
  await first;
  const before = await newRuns(server, 0);
  const second = Promise.all(people.map((client) => shown(client, "Lunch")));
  await publish("Lunch");
  await second;
  const { runs } = await newRuns(server, before.cursor);
  expect(runs).toEqual({ "announcements:add": 1, "announcements:list": 1 });
});

/** A member with the workbench open: what the page subscribes to for the description. */
class Member {
  readonly client: ConvexClient;
  #text = new SharedText({
    kept: { left: () => () => {}, write: () => {}, clear: () => {} },
    send: async (edition, update) =>
      this.client.mutation(api.projects.typeDescription, { edition, update }),
  });
  #onChange = () => {};
  #readKey: string | null = null;
  #stop = () => {};
  /** Whether the current query has a result, and no other query follows. */
  isAnswered = false;

  constructor(client: ConvexClient) {
    this.client = client;
    this.#text.open();
    client.onUpdate(api.projects.workbench, {}, (project) => {
      if (project !== null && project.textReadKey !== this.#readKey) {
        this.#readKey = project.textReadKey;
        this.#follow(this.#readKey, null);
      }
    });
  }

  type(text: string): void {
    this.#text.type(text, text.length);
    this.#text.flush();
  }

  /** Resolves once the page shows the text. */
  shows(text: string): Promise<void> {
    return this.#until(
      () => this.#text.getView().text === text && this.isAnswered,
    );
  }

  losesTheReadKey(): Promise<void> {
    return this.#until(() => !this.isAnswered);
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => {
        if (isSo()) resolve();
      };
      this.#onChange();
    });
  }

  #follow(readKey: string, after: number | null): void {
    this.#stop();
    this.#stop = this.client.onUpdate(
      api.projects.description,
      { after, readKey },
      (changes) => {
        const next = changes && nextAfter(after, changes);
        this.isAnswered = changes !== null && next === after;
        if (changes !== null) {
          this.#text.receive(changes);
          if (next !== after) queueMicrotask(() => this.#follow(readKey, next));
        }
        this.#onChange();
      },
    );
  }
}

test("a team of four reads what one of them types in one run, the organisers' overview does not, and who leaves reads no more", async () => {
  const { server, enter } = await openProduct();
  const leader = await enter("p0");
  const rita = await enter("rita", "organiser");
  await rita.mutation(api.settings.change, { submissionsOpenAt: 1 });
  await leader.mutation(api.teams.create, { name: "Nova" });
  const team = await leader.query(api.teams.mine, {});
  const inviteCode = team?.inviteCode ?? "";
  const clients = [leader];
  for (const name of ["p1", "p2", "p3"]) {
    const client = await enter(name);
    await client.mutation(api.teams.join, { inviteCode });
    clients.push(client);
  }
  await write(leader, { description: "One." });
  rita.onUpdate(api.organiser.overview, {}, () => {});
  const members = clients.map((client) => new Member(client));
  const all = (text: string) =>
    Promise.all(members.map((member) => member.shows(text)));
  await all("One.");
  const [first, , , last] = members;
  if (first === undefined || last === undefined) throw new Error("nobody");
  first.type("One. Two.");
  await all("One. Two.");

  const before = await newRuns(server, 0);
  first.type("One. Two. Three.");
  await all("One. Two. Three.");
  const typed = await newRuns(server, before.cursor);
  expect(typed.runs).toEqual({
    "projects:typeDescription": 1,
    "projects:description": 1,
  });
  await leader.mutation(api.projects.edit, { name: "Radar" });
  const edited = await newRuns(server, typed.cursor);
  expect(edited.runs).toMatchObject({ "projects:edit": 1 });
  expect(edited.runs).not.toHaveProperty("organiser:overview");

  await last.client.mutation(api.teams.leave, {});
  await last.losesTheReadKey();
  first.type("Secret.");
  await Promise.all(members.slice(0, 3).map((one) => one.shows("Secret.")));
  expect(last.isAnswered).toBe(false);
});

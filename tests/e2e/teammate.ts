import { ConvexHttpClient } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { TeamView } from "#convex/teams/shared/teams";
import { emailOf, openAccount, type SessionTokens } from "./accounts";
import { write } from "../write-project";

/** Someone elsewhere whose screen does not matter: they act through the client, without a browser. */
export class Teammate {
  readonly name: string;
  readonly email: string;
  /** Of the deployment that has the account. */
  readonly deploymentUrl: string;
  /** Of the session that began with the account. */
  readonly tokens: SessionTokens;
  readonly #client: ConvexHttpClient;

  private constructor(
    name: string,
    deploymentUrl: string,
    tokens: SessionTokens,
    client: ConvexHttpClient,
  ) {
    this.name = name;
    this.email = emailOf(name);
    this.deploymentUrl = deploymentUrl;
    this.tokens = tokens;
    this.#client = client;
  }

  /** @param url the deployment's */
  static async signUp(url: string, name: string): Promise<Teammate> {
    const { client, tokens } = await openAccount(url, name);
    return new Teammate(name, url, tokens, client);
  }

  /** @returns the new team's invite code */
  async createTeam(name: string, description = ""): Promise<string> {
    await this.#client.mutation(api.teams.create, { name, description });
    return (await this.team()).inviteCode;
  }

  async joinTeam(inviteCode: string): Promise<void> {
    await this.#client.mutation(api.teams.join, { inviteCode });
  }

  async leaveTeam(): Promise<void> {
    await this.#client.mutation(api.teams.leave, {});
  }

  /** Writes the project of the team, once submissions are open. */
  async writeProject(project: Parameters<typeof write>[1]): Promise<void> {
    await write(this.#client, project);
  }

  /** Those of their project. */
  async pictures() {
    return (await this.#client.query(api.projects.pictures, {})) ?? [];
  }

  async handIn(): Promise<void> {
    await this.#client.mutation(api.projects.handIn, {});
  }

  /** As organiser. */
  async changeSettings(
    change: FunctionArgs<typeof api.settings.change>,
  ): Promise<void> {
    await this.#client.mutation(api.settings.change, change);
  }

  /** Shows a card to those who look for people. */
  async showCard(): Promise<void> {
    await this.#client.mutation(api.listings.showCard, { text: "" });
  }

  /** Shows an opening of the team that they lead. */
  async showOpening(): Promise<void> {
    await this.#client.mutation(api.listings.showOpening, { text: "A game" });
  }

  /** Asks a team for a slot or, as a leader, offers one to a person. */
  async ask(target: Id<"users"> | Id<"teams">): Promise<Id<"requests">> {
    return this.#client.mutation(api.requests.send, { target });
  }

  async decline(requestId: Id<"requests">): Promise<void> {
    await this.#client.mutation(api.requests.decline, { requestId });
  }

  /** The text of their pass. @throws Error for judges and mentors */
  async pass(): Promise<string> {
    const pass = await this.#client.query(api.checkIns.pass, {});
    if (pass === null) throw new Error("takes no part");
    return pass.text;
  }

  /** As organiser: everybody who was scanned. */
  async checkIns() {
    return (await this.#client.query(api.checkIns.all, {})).people;
  }

  /** @throws Error if they are not signed in */
  async uid(): Promise<Id<"users">> {
    const me = await this.#client.query(api.users.me, {});
    if (me === null) throw new Error("not signed in");
    return me._id;
  }

  /** @throws Error without a team */
  async team(): Promise<TeamView> {
    const team = await this.#client.query(api.teams.mine, {});
    if (team === null) throw new Error("not in a team");
    return team;
  }
}

import * as Y from "yjs";
import { api } from "#convex/_generated/api";
import { demoProject } from "../../functions/projects";
import type { Person } from "../person";
import { AT, type Stage, type Team } from "./stage";

/** How often a member changes something of the project, in minutes. */
const WRITES_EVERY = 45;

/** The members write until shortly before the deadline, at the same fields too; the leader hands in, twice. */
export async function writing(stage: Stage, team: Team): Promise<void> {
  const { ledger, tempo, random } = stage;
  const { leader, members } = team;
  const { description, ...fields } = demoProject(team.nth).content;
  await leader.do(api.projects.edit, fields);
  await describe(leader, description);
  await Promise.all(
    members.map(async (person, nth) => {
      await tempo.pass(random() * WRITES_EVERY);
      person.watch(api.projects.workbench, {});
      for (let round = 1; tempo.now() < AT.lastCall; round++) {
        await person.do(
          api.projects.edit,
          nth === 0
            ? { summary: `${fields.summary} Draft ${round}.` }
            : { builtWith: [...fields.builtWith, `Draft ${round}`] },
        );
        await tempo.pass(WRITES_EVERY * (0.5 + random()));
      }
    }),
  );
  // The last minute: most hand in between two minutes before the end and the end.
  await tempo.at(AT.close - 2 - random() * 28);
  const receipt = await leader.do(api.projects.handIn, {});
  const again = await leader.do(
    api.projects.handIn,
    {},
    "a second press on Hand in",
  );
  if (receipt === null) return;
  ledger.acknowledged(
    `hand-in of ${leader.email}`,
    `receipt ${again ?? receipt}`,
    async () => {
      const bench = await leader.query(api.projects.workbench, {});
      return bench?.receipt === (again ?? receipt);
    },
  );
}

async function describe(leader: Person, words: string): Promise<void> {
  const bench = await leader.query(api.projects.workbench, {});
  if (bench === null) return;
  const seen = await leader.query(api.projects.description, {
    after: null,
    readKey: bench.textReadKey,
  });
  if (seen === null) return;
  const doc = new Y.Doc();
  for (const update of [seen.state, ...seen.updates])
    if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
  doc.on("update", (made: Uint8Array) => {
    const { edition } = seen;
    const update = made.slice().buffer as ArrayBuffer;
    void leader.do(api.projects.typeDescription, { edition, update });
  });
  doc.getText("description").insert(0, words);
}

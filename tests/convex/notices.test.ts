import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "#convex/_generated/api";
import { asUser, newBackend, type Backend, type Person } from "./setup";

let backend: Backend;
let asha: Person;
let pass: string;

const replacePass = () => backend.mutation(internal.jobs.passes.replaceAll, {});

async function told(person: Person): Promise<string> {
  const me = await person.query(api.users.me, {});
  if (me === null || me.noticePass === null) throw new Error("there is none");
  return me.noticePass;
}

/** The three lists with this pass, as a stranger asks for them. */
const lists = (given: string) =>
  Promise.all([
    backend.query(api.announcements.list, { at: 0, pass: given }),
    backend.query(api.resources.list, { at: 0, pass: given }),
    backend.query(api.events.list, { pass: given }),
  ]);

beforeEach(async () => {
  backend = newBackend();
  asha = await asUser(backend, "Asha");
  await replacePass();
  pass = await told(asha);
});

describe("the pass for notices", () => {
  test("is told to everyone who is signed in, whatever their role", async () => {
    for (const role of ["participant", "organiser", "judge", "mentor"] as const)
      expect(await told(await asUser(backend, role, { role }))).toBe(pass);
    expect(await backend.query(api.users.me, {})).toBeNull();
  });

  test("shows announcements, resources and dates as a session does", async () => {
    await backend.mutation(internal.jobs.firstContent.fillOnce, {});
    const [announcements, resources, events] = await lists(pass);
    expect(announcements?.announcements).toHaveLength(3);
    expect(announcements).toEqual(
      await asha.query(api.announcements.list, { at: 0 }),
    );
    expect(resources).toEqual(await asha.query(api.resources.list, { at: 0 }));
    expect(events).toEqual(await asha.query(api.events.list, {}));
  });

  test("is void once it is replaced, and so is any other", async () => {
    await replacePass();
    expect(await told(asha)).not.toBe(pass);
    for (const other of [pass, "", `${await told(asha)}x`])
      expect(await lists(other)).toEqual([null, null, null]);
  });

  test("admits nobody before it is created", async () => {
    const fresh = newBackend();
    for (const given of ["", "null"])
      expect(await fresh.query(api.events.list, { pass: given })).toBeNull();
  });
});

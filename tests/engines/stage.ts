import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { anotherMailDomain } from "../e2e/accounts";
import { RunningProduct } from "../e2e/product";
import type { Engine } from "./engine";
import { startEngine, type EngineName } from "./on-this-machine";
import { Person } from "./person";

/** The engines of this machine, each with the one that friends of its people use: the next one, or itself if it is alone. */
export const pairs = names().map((name, index, all) => ({
  name,
  other: all[(index + 1) % all.length] ?? name,
}));

/** The browsers of this machine, for the tests of one file, and the product. */
export function openStage() {
  const engines = new Map<EngineName, Engine>();
  const product = new RunningProduct(inject("product"));
  anotherMailDomain();
  beforeAll(async () => {
    for (const name of names()) {
      engines.set(name, await startEngine(inject("engines"), name));
    }
  });
  afterAll(async () => {
    for (const engine of engines.values()) await engine.close();
  });

  /** Seats somebody at a browser that has not opened the site, until the test ends. */
  async function sitDown(
    name: EngineName,
    who: string,
    url = product.url,
  ): Promise<Person> {
    const engine = engines.get(name);
    if (!engine) throw new Error(`${name} has not started`);
    const person = await Person.at(engine, url, who);
    onTestFinished(async () => {
      await person.tab.close();
      person.expectNoComplaints();
    });
    return person;
  }

  /** The same for somebody who has let the intro pass. */
  async function arrive(
    name: EngineName,
    who: string,
    url?: string,
  ): Promise<Person> {
    const person = await sitDown(name, who, url);
    await person.enter();
    return person;
  }
  return { product, sitDown, arrive };
}

function names(): EngineName[] {
  return Object.keys(inject("engines")) as EngineName[];
}

import type { Browser, BrowserContextOptions } from "playwright-core";
import {
  afterAll,
  beforeAll,
  inject,
  onTestFinished,
  TestRunner,
} from "vitest";
import { anotherMailDomain } from "./accounts";
import { openBrowser } from "./worker-browser";
import { Operator, type Role } from "./operator";
import { Person } from "./person";
import { Product, RunningProduct, type Environment } from "./product";
import { closeKept } from "./sessions";
import { Teammate } from "./teammate";

/**
 * What the tests of one file share: a browser, and a product. Everybody goes home by themselves when the test is over in
 * which they came, or the file if they came before its tests; whose pages complained fails it (`Person.goHome`).
 */
export type Stage<P extends RunningProduct = RunningProduct> = {
  browser: () => Browser;
  product: () => P;
  /** Opens a browser for a person who has seen the intro; see `Person.arrive`. */
  arrive: (name: string, options?: BrowserContextOptions) => Promise<Person>;
  /** The same for a person with an account; see `Person.arriveAs`. */
  arriveSignedUp: (
    name: string,
    options?: BrowserContextOptions,
  ) => Promise<Person>;
  /** Creates an account for a person who needs no browser, yet, and who may have a role. */
  signUp: (name: string, role?: Role) => Promise<Teammate>;
  /** Opens a browser for a person who had none until now. */
  arriveAs: (
    teammate: Teammate,
    options?: BrowserContextOptions,
  ) => Promise<Person>;
};

/**
 * A product that all files use at the same time. For files whose people see only themselves and their teams, and change
 * nothing that others see.
 */
export function openStage(): Stage {
  let product: RunningProduct;
  beforeAll(() => {
    product = new RunningProduct(inject("product"));
  });
  return setStage(() => product);
}

/**
 * A product of the file's own, for tests that count, change settings, stop the server or need another environment.
 * It is started before the first test and removed after the last.
 * @param environment what is set besides what every product has
 * @param flags of the server, besides those of `npm start`
 */
export function openOwnStage(
  environment: () => Environment | Promise<Environment> = () => ({}),
  flags: readonly string[] = [],
): Stage<Product> {
  let product: Product | undefined;
  beforeAll(async () => {
    product = await Product.start(await environment(), flags);
  });
  afterAll(async () => {
    if (product) await closeKept(product.url);
    await product?.remove();
  });
  return setStage(() => {
    if (!product) throw new Error("the product has not started");
    return product;
  });
}

function setStage<P extends RunningProduct>(product: () => P): Stage<P> {
  const browser = openBrowser();
  anotherMailDomain();
  const staying: Person[] = [];
  afterAll(async () => {
    for (const person of staying.splice(0)) await person.goHome();
  });
  const letGo = (person: Person): Person => {
    if (TestRunner.getCurrentTest() === undefined) staying.push(person);
    else onTestFinished(() => person.goHome());
    return person;
  };
  const arrive: Stage["arrive"] = async (name, options) =>
    letGo(await Person.arrive(browser(), product().url, name, options));
  const arriveAs: Stage["arriveAs"] = async (teammate, options) =>
    letGo(await Person.arriveAs(browser(), product().url, teammate, options));
  const signUp: Stage["signUp"] = async (name, role) => {
    const teammate = await Teammate.signUp(product().url, name);
    if (role === undefined) return teammate;
    await (await Operator.of(product())).appoint(teammate.email, role);
    return teammate;
  };
  return {
    browser,
    product,
    arrive,
    arriveSignedUp: async (name, options) =>
      arriveAs(await signUp(name), options),
    signUp,
    arriveAs,
  };
}

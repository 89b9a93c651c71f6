import "vitest";
import type { TestProject } from "vitest/node";
import { Product, type ProductPlace } from "../e2e/product";
import {
  findEngines,
  PACKAGES,
  type EngineName,
  type Found,
} from "./on-this-machine";

declare module "vitest" {
  export interface ProvidedContext {
    engines: Found;
    product: ProductPlace;
  }
}

/**
 * Finds the engines and starts the product, which builds the page if it is missing or stale.
 * @returns what ends the run: it says again which engines were tested
 * @throws Error if there is none
 */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const found = await findEngines();
  const names = Object.keys(PACKAGES) as EngineName[];
  const missing = names
    .filter((name) => !(name in found))
    .map((name) => `${name} (Debian: apt-get install ${PACKAGES[name]})`);
  const tested = Object.keys(found).join(", ");
  const said = `Engines: ${tested || "none"}.${missing.length > 0 ? ` Not installed: ${missing.join("; ")}.` : ""}\n`;
  process.stdout.write(said);
  if (tested === "") throw new Error("no browser engine is installed");
  const product = await Product.start();
  project.provide("engines", found);
  project.provide("product", product.place);
  return async () => {
    await product.remove();
    process.stdout.write(said);
  };
}

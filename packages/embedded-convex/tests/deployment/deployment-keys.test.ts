import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { thorough } from "../thorough";
import { loadDeploymentKeys } from "../../src/deployment/deployment-keys";

test("when any bit of the file flips, its keys are the same or refused", async () => {
  const dataDir = await temporaryFolder();
  const made = await loadDeploymentKeys(dataDir);
  const file = join(dataDir, "keys.json");
  const whole = await readFile(file);
  const outcomes: unknown[] = [];
  // A step that is prime reaches every bit position of a byte.
  for (let bit = 0; bit < whole.length * 8; bit += thorough ? 101 : 211) {
    const flipped = Buffer.from(whole);
    const at = Math.floor(bit / 8);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
    await writeFile(file, flipped);
    const refused = (error: unknown) => String(error);
    outcomes.push(await loadDeploymentKeys(dataDir).catch(refused));
  }
  expect(outcomes.length).toBeGreaterThan(70);
  const refusal = `DamagedDataError: ${file} does not hold this deployment's keys`;
  const isFine = (outcome: unknown) =>
    outcome === refusal || isDeepStrictEqual(outcome, made);
  expect(outcomes.filter((outcome) => !isFine(outcome))).toEqual([]);
});

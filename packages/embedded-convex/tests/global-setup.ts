import "vitest";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import {
  type DeploymentKeys,
  loadDeploymentKeys,
} from "../src/deployment/deployment-keys";

declare module "vitest" {
  export interface ProvidedContext {
    deploymentKeys: DeploymentKeys;
  }
}

/**
 * Builds the package once, before tests that start its command run side by
 * side, and makes one RSA key for all deployments of a run: each key takes a
 * tenth of a second or more.
 */
export async function setup(project: TestProject): Promise<void> {
  const script = join(import.meta.dirname, "..", "build.js");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
  const folder = await mkdtemp(join(tmpdir(), "keys-"));
  project.provide("deploymentKeys", await loadDeploymentKeys(folder));
  await rm(folder, { recursive: true });
}

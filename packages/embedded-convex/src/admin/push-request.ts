import { createHash } from "node:crypto";
import * as z from "zod";
import { badRequest } from "../base/errors";
import type { AppSource, ModuleSource } from "../functions/loading/app-source";
import { isInstalled } from "../functions/loading/module-scope";
import { parseBody } from "./parse-body";

const environmentSchema = z.enum(["isolate", "node"]);

const moduleSchema = z
  .object({
    path: z.string().min(1),
    source: z.string(),
    sourceMap: z.string().nullish(),
    environment: environmentSchema,
  })
  .transform(({ sourceMap, ...module }): ModuleSource =>
    typeof sourceMap === "string" ? { ...module, sourceMap } : module,
  );

const hashSchema = z.object({
  path: z.string(),
  environment: environmentSchema,
  sha256: z.string(),
});

/** Command lines up to 1.31 send all modules, as `functions`. */
const allModules = (app: unknown): unknown =>
  typeof app === "object" && app !== null && "functions" in app
    ? { changedModules: app.functions, ...app }
    : app;

const appSchema = z.object({
  definition: moduleSchema.nullable(),
  dependencies: z.array(z.string()),
  schema: moduleSchema.nullable(),
  changedModules: z.array(moduleSchema),
  unchangedModuleHashes: z.array(hashSchema).default([]),
});

const pushSchema = z.object({
  dryRun: z.boolean().default(false),
  /** The packages of `node.externalPackages` in `convex.json`. */
  nodeDependencies: z.array(z.object({ name: z.string() })).default([]),
  appDefinition: z.preprocess(allModules, appSchema),
  componentDefinitions: z.array(
    z.object({
      definitionPath: z.string().min(1),
      definition: moduleSchema,
      dependencies: z.array(z.string()),
      schema: moduleSchema.nullable(),
      functions: z.array(moduleSchema),
    }),
  ),
});

/**
 * Parses the body of a push.
 *
 * @param running the current sources, from which unchanged modules are taken
 * @throws RequestError 400 for an invalid body or an external package that is missing, or when a
 *   module has changed that the command line sends as unchanged
 */
export function parsePushRequest(body: unknown, running: AppSource): AppSource {
  const { appDefinition, componentDefinitions, nodeDependencies } = parseBody(
    pushSchema,
    body,
  );
  const missing = nodeDependencies.find(({ name }) => !isInstalled(name));
  if (missing !== undefined) {
    throw badRequest(
      "ExternalPackagesNotSupported",
      `convex.json names the external package ${missing.name}, which is not installed in the folder where this backend was started (${process.cwd()}). Start it in the project's folder, or remove the package from "node.externalPackages", so that it is bundled.`,
    );
  }
  const unchanged = findUnchanged(
    appDefinition.unchangedModuleHashes,
    running.app.modules,
  );
  const { definition, schema, dependencies, changedModules } = appDefinition;
  const modules = [...changedModules, ...unchanged];
  return {
    app: { definitionPath: "", definition, schema, modules, dependencies },
    components: componentDefinitions.map(({ functions, ...rest }) => ({
      ...rest,
      modules: functions,
    })),
  };
}

/** @returns the hash by which the command line detects changed modules */
export function moduleHash({ source, sourceMap = "" }: ModuleSource): string {
  return createHash("sha256").update(source).update(sourceMap).digest("hex");
}

function findUnchanged(
  hashes: readonly z.infer<typeof hashSchema>[],
  modules: readonly ModuleSource[],
): ModuleSource[] {
  return hashes.map(({ path, environment, sha256 }) => {
    const module = modules.find((m) => m.path === path);
    const isSame =
      module?.environment === environment && moduleHash(module) === sha256;
    if (module !== undefined && isSame) return module;
    throw badRequest(
      "RaceDetected",
      `The module ${path} has changed on the deployment during the push`,
    );
  });
}

import type { AppSource, ComponentSource, ModuleSource } from "./app-source";
import { BundleError, bundleErrorFrom, isBuildFailure } from "./bundle-error";
import { toCommonJs } from "./commonjs";
import type { PreparedModule } from "./module-scope";

/** A component's code, converted once and evaluated once per instance. */
export type PreparedComponent = {
  definitionPath: string;
  definition: PreparedModule | null;
  schema: PreparedModule | null;
  modules: PreparedModule[];
};

/** Components by definition path; the app's own is `""`. */
export type PreparedApp = ReadonlyMap<string, PreparedComponent>;

/** Converts all modules of an app; throws a BundleError if one cannot be. */
export async function prepareApp(app: AppSource): Promise<PreparedApp> {
  const components = [{ ...app.app, definitionPath: "" }, ...app.components];
  const prepared = await Promise.all(components.map(prepareComponent));
  return new Map(prepared.map((c) => [c.definitionPath, c]));
}

async function prepareComponent(
  source: ComponentSource,
): Promise<PreparedComponent> {
  const [definition, schema, modules] = await Promise.all([
    source.definition && prepareModule(source.definition),
    source.schema && prepareModule(source.schema),
    Promise.all(source.modules.map(prepareModule)),
  ]);
  return { definitionPath: source.definitionPath, definition, schema, modules };
}

async function prepareModule(module: ModuleSource): Promise<PreparedModule> {
  const { path, environment } = module;
  try {
    return { path, environment, commonJs: await toCommonJs(module) };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new BundleError(
      `${path} cannot be loaded: ${bundleErrorFrom(error.errors).message}`,
    );
  }
}

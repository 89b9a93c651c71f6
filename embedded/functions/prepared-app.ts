import type { AppSource, ComponentSource, ModuleSource } from "./app-source";
import { BundleError, bundleErrorFrom, isBuildFailure } from "./bundle-error";
import type { CommonJsModule } from "./commonjs";
import type { PreparedModule } from "./module-scope";

type Convert = (module: ModuleSource) => Promise<CommonJsModule>;

/** A component's code, converted once and evaluated once per instance. */
export type PreparedComponent = {
  definitionPath: string;
  definition: PreparedModule | null;
  schema: PreparedModule | null;
  modules: PreparedModule[];
};

/** Components by definition path; the app's own is `""`. */
export type PreparedApp = ReadonlyMap<string, PreparedComponent>;

/**
 * Converts all modules of an app; throws a BundleError if one cannot be.
 *
 * @param convert turns one module into CommonJS
 */
export async function prepareApp(
  app: AppSource,
  convert: Convert,
): Promise<PreparedApp> {
  const components = [{ ...app.app, definitionPath: "" }, ...app.components];
  const prepared = await Promise.all(
    components.map((component) => prepareComponent(component, convert)),
  );
  return new Map(prepared.map((c) => [c.definitionPath, c]));
}

async function prepareComponent(
  source: ComponentSource,
  convert: Convert,
): Promise<PreparedComponent> {
  const prepare = (module: ModuleSource) => prepareModule(module, convert);
  const [definition, schema, modules] = await Promise.all([
    source.definition && prepare(source.definition),
    source.schema && prepare(source.schema),
    Promise.all(source.modules.map(prepare)),
  ]);
  return { definitionPath: source.definitionPath, definition, schema, modules };
}

async function prepareModule(
  module: ModuleSource,
  convert: Convert,
): Promise<PreparedModule> {
  const { path, environment } = module;
  try {
    return { path, environment, commonJs: await convert(module) };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new BundleError(
      `${path} cannot be loaded: ${bundleErrorFrom(error.errors).message}`,
    );
  }
}

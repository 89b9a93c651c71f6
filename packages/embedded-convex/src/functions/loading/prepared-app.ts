import type {
  AppSource,
  CommonJsModule,
  ComponentSource,
  ModuleSource,
} from "./app-source";
import { BundleError, bundleErrorFrom, isBuildFailure } from "./bundle-error";
import { CommonJsCache } from "./commonjs-cache";
import type { PreparedModule } from "./module-scope";

/** A component's converted code; each instance evaluates it once. */
export type PreparedComponent = {
  definitionPath: string;
  definition: PreparedModule | null;
  schema: PreparedModule | null;
  modules: PreparedModule[];
  packages: PreparedModule[];
};

/** Components by definition path; the app's is `""`. */
export type PreparedApp = ReadonlyMap<string, PreparedComponent>;

/** @returns all modules of a component, including its packages */
export function modulesOf({
  definition,
  schema,
  modules,
  packages,
}: PreparedComponent): PreparedModule[] {
  return [definition, schema, ...modules, ...packages].filter(
    (module) => module !== null,
  );
}

type Convert = (module: ModuleSource) => Promise<CommonJsModule>;

/** Converted modules, shared by all deployments of the process. */
const known = {
  modules: new WeakMap<ModuleSource, PreparedModule>(),
  components: new WeakMap<ComponentSource, PreparedComponent>(),
};

/**
 * Converts apps for evaluation. The same source object gives the same result
 * object.
 */
export class AppPreparation {
  readonly #conversions = new CommonJsCache();

  /**
   * Converts all modules of an app.
   *
   * @throws BundleError when a module cannot be converted
   */
  async prepare({ app, components }: AppSource): Promise<PreparedApp> {
    const convert = this.#conversions.begin();
    const sources = [app, ...components];
    const prepared = sources.map((source) =>
      remember(known.components, source, async () => ({
        ...(await this.#prepareComponent(source, convert)),
        definitionPath: source === app ? "" : source.definitionPath,
      })),
    );
    const entries = await Promise.all(prepared);
    return new Map(entries.map((c) => [c.definitionPath, c]));
  }

  async #prepareComponent(
    source: ComponentSource,
    convert: Convert,
  ): Promise<Omit<PreparedComponent, "definitionPath">> {
    const prepare = (module: ModuleSource) =>
      remember(known.modules, module, () => prepareModule(module, convert));
    const [definition, schema, modules, packages] = await Promise.all([
      source.definition && prepare(source.definition),
      source.schema && prepare(source.schema),
      Promise.all(source.modules.map(prepare)),
      Promise.all((source.packages ?? []).map(prepare)),
    ]);
    return { definition, schema, modules, packages };
  }
}

async function remember<Key extends object, Value>(
  values: WeakMap<Key, Value>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = values.get(key) ?? (await make());
  values.set(key, value);
  return value;
}

async function prepareModule(
  module: ModuleSource,
  convert: Convert,
): Promise<PreparedModule> {
  const { path, environment } = module;
  try {
    return {
      path,
      environment,
      commonJs: module.commonJs ?? (await convert(module)),
    };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new BundleError(
      `${path} cannot be loaded: ${bundleErrorFrom(error.errors).message}`,
    );
  }
}

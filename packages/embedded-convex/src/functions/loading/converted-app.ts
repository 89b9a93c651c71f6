import { createHash } from "node:crypto";
import type {
  AppSource,
  CommonJsModule,
  ComponentSource,
  ConvertedModule,
  ModuleSource,
} from "./app-source";
import { BundleError, bundleErrorFrom, isBuildFailure } from "./bundle-error";
import { toCommonJs } from "./commonjs";

/** A component's converted code; each instance evaluates it once. */
export type ConvertedComponent = ComponentSource<ConvertedModule>;

/** Components by definition path; the app's is `""`. */
export type ConvertedApp = ReadonlyMap<string, ConvertedComponent>;

type Convert = (
  module: ModuleSource,
) => CommonJsModule | Promise<CommonJsModule>;

/** Conversions by module, shared by all deployments of the process. */
const known = new WeakMap<ModuleSource, Promise<CommonJsModule>>();

export function modulesOf({
  definition,
  schema,
  modules,
}: ConvertedComponent): ConvertedModule[] {
  return [definition, schema, ...modules].filter((module) => module !== null);
}

/** @returns an app with all modules converted, as `convert` does it */
export async function convertApp(
  { app, components }: AppSource,
  convert: Convert,
): Promise<AppSource<ConvertedModule>> {
  const convertModule = async (module: ModuleSource) => ({
    ...module,
    commonJs: await convert(module),
  });
  const convertComponent = async (component: ComponentSource) => {
    const [definition, schema, modules] = await Promise.all([
      component.definition && convertModule(component.definition),
      component.schema && convertModule(component.schema),
      Promise.all(component.modules.map(convertModule)),
    ]);
    return { ...component, definition, schema, modules };
  };
  const [converted, others] = await Promise.all([
    convertComponent(app),
    Promise.all(components.map(convertComponent)),
  ]);
  return { app: converted, components: others };
}

/**
 * Converts apps for evaluation, and keeps the conversions of the last one:
 * after an edit nearly all modules, and all dependencies, are unchanged.
 */
export class AppConverter {
  #last = new Map<string, Promise<CommonJsModule>>();

  /** @throws BundleError when a module cannot be converted */
  async convert(source: AppSource): Promise<ConvertedApp> {
    const before = this.#last;
    const used: typeof before = new Map();
    this.#last = used;
    const { app, components } = await convertApp(source, (module) => {
      if (module.commonJs !== undefined) return module.commonJs;
      const key = digest(module);
      const conversion =
        known.get(module) ?? before.get(key) ?? toCommonJs(module);
      known.set(module, conversion);
      used.set(key, conversion);
      return conversion.catch((error: unknown) => refuse(module, error));
    });
    const all = [{ ...app, definitionPath: "" }, ...components];
    return new Map(
      all.map((component) => [component.definitionPath, component]),
    );
  }
}

function digest({
  path,
  source,
  sourceMap = "",
  environment,
}: ModuleSource): string {
  return createHash("sha1")
    .update(`${environment}\0${path}\0${source}\0${sourceMap}`)
    .digest("base64");
}

function refuse({ path }: ModuleSource, error: unknown): never {
  if (!isBuildFailure(error)) throw error;
  throw new BundleError(
    `${path} cannot be loaded: ${bundleErrorFrom(error.errors).message}`,
  );
}

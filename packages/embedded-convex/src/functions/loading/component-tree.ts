import type { ComponentDefinition } from "../app/component-definition";
import { definitionPathOfStub, definitionStub } from "./component-imports";
import type { ModuleExports } from "../app/module";
import type { LoadContext } from "./load-context";
import { evaluating } from "./load-error";
import { createModuleGlobals } from "./module-globals";
import type { ConvertedModule } from "./app-source";
import {
  modulesOf,
  type ConvertedApp,
  type ConvertedComponent,
} from "./converted-app";
import { ModuleScope } from "./module-scope";

/** A component instance that the definitions ask for. */
export type ComponentMount = {
  /** `""` for the app, `parent/name` below it. */
  path: string;
  source: ConvertedComponent;
  definition: ComponentDefinition | null;
  children: {
    name: string;
    /** Normalised, e.g. `/pay/`. */
    httpPrefix: string | undefined;
    mount: ComponentMount;
  }[];
  environment: Readonly<Record<string, string>>;
};

const SYSTEM_VARIABLES = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

/**
 * Evaluates the definitions and determines which component is mounted where.
 *
 * @throws Error when definitions are missing or inconsistent
 */
export function layOutComponents(
  app: ConvertedApp,
  context: LoadContext,
): ComponentMount {
  const definitions = new Definitions(app, context);
  return definitions.mount("", "", context.environment);
}

/** Evaluates each definition once. */
class Definitions {
  readonly #exports = new Map<string, ComponentDefinition | null>();

  constructor(
    private readonly app: ConvertedApp,
    private readonly context: LoadContext,
  ) {}

  mount(
    path: string,
    definitionPath: string,
    environment: Readonly<Record<string, string>>,
  ): ComponentMount {
    const source = this.#source(definitionPath);
    const definition = this.#definition(definitionPath);
    const mount = { path, source, definition, environment };
    if (definition === null) return { ...mount, children: [] };
    const prefixes = new Map(
      Object.entries(definition.httpMounts).map(([prefix, reference]) => [
        reference.slice(reference.lastIndexOf("/") + 1),
        prefix,
      ]),
    );
    const children = definition.childComponents.map((child) => {
      const { name } = child;
      const httpPrefix = prefixes.get(name);
      const place = path === "" ? name : `${path}/${name}`;
      const own = this.#childEnvironment(child, environment, httpPrefix);
      return { name, httpPrefix, mount: this.mount(place, child.path, own) };
    });
    refuseRepeatedNames(children.map(({ name }) => name));
    return { ...mount, children };
  }

  /** A child sees the variables that it declares, and the deployment's URLs. */
  #childEnvironment(
    child: ComponentDefinition["childComponents"][number],
    parent: Readonly<Record<string, string>>,
    httpPrefix: string | undefined,
  ): Record<string, string> {
    const environment: Record<string, string> = {};
    const bindings = new Map(child.env ?? []);
    for (const [name, { optional }] of this.#definition(child.path)?.envVars ??
      []) {
      const binding = bindings.get(name);
      const value =
        binding?.type === "envVar" ? parent[binding.name] : binding?.value;
      if (value !== undefined) environment[name] = value;
      else if (optional !== true) {
        throw new Error(
          `Component "${child.name}" needs the environment variable ${name}`,
        );
      }
    }
    for (const name of SYSTEM_VARIABLES) {
      const value = parent[name];
      if (value !== undefined) environment[name] = value;
    }
    const site = parent.CONVEX_SITE_URL;
    if (httpPrefix !== undefined && site !== undefined) {
      environment.CONVEX_SITE_URL = site + httpPrefix.replace(/\/$/, "");
    }
    return environment;
  }

  #definition(definitionPath: string): ComponentDefinition | null {
    const known = this.#exports.get(definitionPath);
    if (known !== undefined) return known;
    const source = this.#source(definitionPath);
    const { definition } = source;
    const result =
      definition === null ? null : this.#evaluate(source, definition);
    this.#exports.set(definitionPath, result);
    return result;
  }

  #evaluate(
    source: ConvertedComponent,
    definition: ConvertedModule,
  ): ComponentDefinition {
    const { sourceMaps } = this.context;
    const scope = new ModuleScope({
      modules: modulesOf(source),
      globals: createModuleGlobals(this.context),
      sourceMaps,
      resolveExternal: (specifier) => this.#stub(specifier),
    });
    const { definitionPath } = source;
    return evaluating(definition.path, definitionPath, sourceMaps, () => {
      const config = scope.evaluate(definition.path).default;
      if (!isDefinition(config)) {
        throw new Error("It must export a definition as default");
      }
      return config.export();
    });
  }

  /** @returns the exports for an import of another component's definition */
  #stub(specifier: string): ModuleExports | null {
    const definitionPath = definitionPathOfStub(specifier);
    if (definitionPath === null) return null;
    const name = this.#definition(definitionPath)?.definitionType.name;
    return definitionStub(definitionPath, name);
  }

  #source(definitionPath: string): ConvertedComponent {
    const source = this.app.get(definitionPath);
    if (source !== undefined) return source;
    throw new Error(
      `The component at ${definitionPath} is not part of the app`,
    );
  }
}

function isDefinition(
  value: unknown,
): value is { export(): ComponentDefinition } {
  return typeof value === "object" && value !== null && "export" in value;
}

function refuseRepeatedNames(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw new Error(
    `Two components are mounted as "${repeated}": give one of them another name`,
  );
}

import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import type { SchemaJson } from "../index/schema";
import type { AppSource } from "./app-source";
import { parseAuthConfig, type AuthProvider } from "./auth-config";
import type { CommonJsCache } from "./commonjs-cache";
import { layOutComponents, type ComponentMount } from "./component-tree";
import { parseCronModule } from "./cron-spec";
import { Component, type Deployment } from "./deployment";
import { parseHttpModule } from "./http-router";
import { LoadError } from "./load-error";
import { createModuleGlobals } from "./module-globals";
import { ModuleScope, type ModuleExports } from "./module-scope";
import { prepareApp } from "./prepared-app";
import { registeredFunctions } from "./registered-function";
import { SourceMaps } from "./source-maps";

/** What loading needs to know of its surroundings. */
export type LoadContext = {
  clock: Clock;
  logger: Logger;
  environment: Readonly<Record<string, string>>;
  sourceMaps: SourceMaps;
  /** A name for the modules of a component that no other scope has. */
  nextScopeName: (path: string) => string;
};

let loads = 0;

/**
 * Evaluates an app and everything that it mounts. Touches no database and no
 * running function. Throws an error that names the module at fault.
 */
export async function loadDeployment(
  source: AppSource,
  surroundings: Pick<LoadContext, "clock" | "logger" | "environment">,
  cache: CommonJsCache,
): Promise<Deployment> {
  const app = await prepareApp(source, cache.begin());
  const load = ++loads;
  let scopes = 0;
  const context: LoadContext = {
    ...surroundings,
    sourceMaps: new SourceMaps(),
    nextScopeName: (path) => `convex-${load}:${path || "app"}.${++scopes}`,
  };
  const mount = layOutComponents(app, context);
  const components = new Map<string, Component>();
  const root = loadComponent(mount, context, components);
  const authProviders = loadAuthConfig(mount, context);
  return { root, components, authProviders, sourceMaps: context.sourceMaps };
}

function loadComponent(
  mount: ComponentMount,
  context: LoadContext,
  components: Map<string, Component>,
): Component {
  const { path, source, definition } = mount;
  const component = new Component(path, source.definitionPath, definition);
  components.set(mount.path, component);
  loadModules(component, mount, context);
  component.schema = loadSchema(mount, context);
  for (const { name, mount: child } of mount.children) {
    component.children.set(name, loadComponent(child, context, components));
  }
  component.httpMounts = mount.httpMounts
    .flatMap(([prefix, name]): [string, Component][] => {
      const child = component.children.get(name);
      return child ? [[prefix, child]] : [];
    })
    .sort(([a], [b]) => b.length - a.length);
  return component;
}

function loadModules(
  component: Component,
  mount: ComponentMount,
  context: LoadContext,
): void {
  const scope = newScope(mount, mount.source.modules, context);
  for (const { path, environment } of mount.source.modules) {
    if (path.startsWith("_deps/") || path === "auth.config.js") continue;
    evaluating(path, mount, context, () => {
      const exports = scope.evaluate(path);
      for (const fn of registeredFunctions(path, exports, environment)) {
        component.add(fn);
      }
      if (path === "http.js") component.httpRouter = parseHttpModule(exports);
      if (path === "crons.js") component.crons = parseCronModule(exports);
    });
  }
}

function loadSchema(
  mount: ComponentMount,
  context: LoadContext,
): SchemaJson | null {
  const { schema } = mount.source;
  if (schema === null) return null;
  return evaluating(schema.path, mount, context, () => {
    const exports = newScope(mount, [schema], context).evaluate(schema.path);
    return parseSchemaModule(exports);
  });
}

function loadAuthConfig(
  mount: ComponentMount,
  context: LoadContext,
): AuthProvider[] {
  const path = "auth.config.js";
  const module = mount.source.modules.find((m) => m.path === path);
  if (module === undefined) return [];
  return evaluating(path, mount, context, () =>
    parseAuthConfig(newScope(mount, [module], context).evaluate(path)),
  );
}

function newScope(
  mount: ComponentMount,
  modules: ComponentMount["source"]["modules"],
  context: LoadContext,
): ModuleScope {
  return new ModuleScope({
    name: context.nextScopeName(mount.path),
    modules,
    globals: createModuleGlobals({
      ...context,
      environment: mount.environment,
    }),
    sourceMaps: context.sourceMaps,
  });
}

function parseSchemaModule(exports: ModuleExports): SchemaJson {
  const schema = exports.default;
  if (typeof schema !== "object" || schema === null || !("export" in schema)) {
    throw new Error("schema must export a schema as default");
  }
  return JSON.parse((schema as { export(): string }).export()) as SchemaJson;
}

/** Names the module, and the line in it, that failed to load. */
function evaluating<Result>(
  path: string,
  mount: ComponentMount,
  { sourceMaps }: LoadContext,
  load: () => Result,
): Result {
  try {
    return load();
  } catch (cause) {
    const place = mount.path === "" ? path : `${mount.path}/${path}`;
    throw new LoadError(place, cause, sourceMaps);
  }
}

import type { SchemaJson } from "../../index/schema";
import { checkValidator } from "../../values/validator-rules";
import type { AppSource } from "./app-source";
import { parseAuthConfig, type AuthProvider } from "../app/auth-config";
import { definitionPathOfStub, definitionStub } from "./component-imports";
import { layOutComponents, type ComponentMount } from "./component-tree";
import { parseCronModule, type CronSpec } from "../app/cron-spec";
import { canonicalPath } from "../app/function-path";
import { Component, type App } from "../app/app";
import { parseHttpModule } from "../app/http-router";
import { evaluating } from "./load-error";
import { createModuleGlobals } from "./module-globals";
import type { LoadContext, Surroundings } from "./load-context";
import type { ModuleExports } from "../app/module";
import { ModuleScope } from "./module-scope";
import { modulesOf, type AppConverter } from "./converted-app";
import { registeredFunctions } from "../app/registered-function";
import { SourceMaps } from "../app/source-maps";

/**
 * Evaluates an app and the components that it mounts, without side effects on
 * the database or on running functions.
 *
 * @throws BundleError when a module cannot be converted
 * @throws LoadError naming the module that failed
 */
export async function evaluateApp(
  source: AppSource,
  surroundings: Surroundings,
  converter: AppConverter,
): Promise<App> {
  const app = await converter.convert(source);
  const context = { ...surroundings, sourceMaps: new SourceMaps() };
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
  for (const { name, httpPrefix, mount: inner } of mount.children) {
    const child = loadComponent(inner, context, components);
    component.children.set(name, child);
    if (httpPrefix !== undefined)
      component.httpMounts.push([httpPrefix, child]);
  }
  component.httpMounts.sort(([a], [b]) => b.length - a.length);
  return component;
}

function loadModules(
  component: Component,
  mount: ComponentMount,
  context: LoadContext,
): void {
  const scope = newScope(mount, context);
  for (const { path, environment } of mount.source.modules) {
    if (path.startsWith("_deps/") || path === "auth.config.js") continue;
    evaluating(path, mount.path, context.sourceMaps, () => {
      const exports = scope.evaluate(path);
      for (const fn of registeredFunctions(path, exports, environment)) {
        component.add(fn);
      }
      if (path === "http.js") component.httpRouter = parseHttpModule(exports);
      if (path === "crons.js") component.crons = parseCronModule(exports);
    });
  }
  evaluating("crons.js", mount.path, context.sourceMaps, () => {
    component.crons.forEach((spec) => requireSchedulable(component, spec));
  });
}

/** @throws Error in Convex's words unless a cron job names what can be scheduled */
function requireSchedulable(
  component: Component,
  { identifier, functionPath }: CronSpec,
): void {
  const fn = component.find(functionPath);
  if (fn !== null && fn.kind !== "query") return;
  const what = fn
    ? "a query function, only actions and mutations can be scheduled"
    : "a function that does not exist";
  throw new Error(
    `The cron job '${identifier}' schedules ${what}: ${canonicalPath(functionPath)}`,
  );
}

function loadSchema(
  mount: ComponentMount,
  context: LoadContext,
): SchemaJson | null {
  const { schema } = mount.source;
  return (
    schema && evaluateAlone(mount, context, schema.path, parseSchemaModule)
  );
}

function loadAuthConfig(
  mount: ComponentMount,
  context: LoadContext,
): AuthProvider[] {
  const path = "auth.config.js";
  const module = mount.source.modules.find((m) => m.path === path);
  if (module === undefined) return [];
  return evaluateAlone(mount, context, path, parseAuthConfig);
}

/** Evaluates a declaration, which shares nothing with the functions. */
function evaluateAlone<Result>(
  mount: ComponentMount,
  context: LoadContext,
  path: string,
  parse: (exports: ModuleExports) => Result,
): Result {
  return evaluating(path, mount.path, context.sourceMaps, () =>
    parse(newScope(mount, context).evaluate(path)),
  );
}

/** @returns a scope in which no module has been evaluated yet */
function newScope(mount: ComponentMount, context: LoadContext): ModuleScope {
  return new ModuleScope({
    modules: modulesOf(mount.source),
    globals: createModuleGlobals({
      ...context,
      environment: mount.environment,
    }),
    sourceMaps: context.sourceMaps,
    // Functions have no use for definitions, but modules may import them.
    resolveExternal: (specifier) => {
      const definitionPath = definitionPathOfStub(specifier);
      if (definitionPath === null) return null;
      return definitionStub(definitionPath, undefined);
    },
  });
}

const SEE_DOCS =
  "To learn more, see the schema documentation at https://docs.convex.dev/database/schemas.";

function parseSchemaModule(exports: ModuleExports): SchemaJson {
  const schema = exports.default;
  if (schema === undefined) {
    throw new Error(`Schema file missing default export. ${SEE_DOCS}`);
  }
  if (typeof schema !== "object" || schema === null || !("export" in schema)) {
    throw new Error(
      `Default export from schema file isn't a Convex schema. ${SEE_DOCS}`,
    );
  }
  const text = (schema as { export(): string }).export();
  const json = JSON.parse(text) as SchemaJson;
  for (const { documentType } of json.tables) {
    if (documentType !== null) checkValidator(documentType);
  }
  return json;
}

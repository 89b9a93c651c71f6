import type { JSONValue } from "convex/values";
import type { JsonObject } from "../base/parse-json";
import type {
  AppSource,
  ComponentSource,
} from "../functions/loading/app-source";
import type { AuthProvider } from "../functions/app/auth-config";
import type { Component, App } from "../functions/app/app";
import type { RegisteredFunction } from "../functions/app/registered-function";
import { UDF_TYPES } from "./function-log";

/** What a push found out about an app: the command line makes types of it. */
export function analyse(source: AppSource, app: App): JsonObject {
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: app.authProviders.map(authInfo),
    analysis: Object.fromEntries(
      definitions(source, app).map(([component, code]) => [
        component.definitionPath,
        definitionAnalysis(component, code),
      ]),
    ),
    app: checkedComponent(app.root),
  };
}

/** @returns the routes of a component's own `http.ts`; null without one */
export function httpRoutes({ httpRouter }: Component): JsonObject[] | null {
  if (httpRouter === null) return null;
  return httpRouter.getRoutes().map(([path, method]) => ({ path, method }));
}

/** @returns one instance of every definition, with its code */
function definitions(
  source: AppSource,
  app: App,
): [Component, ComponentSource][] {
  const codes = new Map(source.components.map((c) => [c.definitionPath, c]));
  const found = new Map<string, [Component, ComponentSource]>();
  for (const component of app.components.values()) {
    const { definitionPath } = component;
    const code = definitionPath === "" ? source.app : codes.get(definitionPath);
    if (code !== undefined) found.set(definitionPath, [component, code]);
  }
  return [...found.values()];
}

function definitionAnalysis(
  component: Component,
  code: ComponentSource,
): JsonObject {
  const schema = component.schema;
  return {
    definition: definitionMetadata(component),
    schema:
      schema === null
        ? null
        : (JSON.parse(JSON.stringify(schema)) as JsonObject),
    functions: Object.fromEntries(
      code.modules
        .filter(({ path }) => !path.startsWith("_deps/"))
        .map(({ path }) => [path, moduleAnalysis(component, path)]),
    ),
    udfConfig: {
      serverVersion: "1.48.0",
      importPhaseRngSeed: { $bytes: Buffer.alloc(32).toString("base64") },
      importPhaseUnixTimestamp: { $integer: "AAAAAAAAAAA=" },
    },
  };
}

function definitionMetadata(component: Component): JsonObject {
  const { definition, definitionPath } = component;
  const isApp = definitionPath === "";
  const base =
    definition === null
      ? {
          definitionType: { type: "app" },
          childComponents: [],
          httpMounts: {},
        }
      : (JSON.parse(JSON.stringify(definition)) as JsonObject);
  const exports = isApp ? [] : exportsOf(component);
  return {
    ...base,
    path: definitionPath,
    exports: { type: "branch", branch: exports },
  };
}

function moduleAnalysis(component: Component, path: string): JsonObject {
  const functions = component
    .functions()
    .filter((fn) => fn.path.module === path)
    .map(functionAnalysis);
  const routes = path === "http.js" ? httpRoutes(component) : null;
  const httpAnalysis = routes?.map((route) => ({ route, pos: null })) ?? null;
  const crons = path === "crons.js" ? component.crons : null;
  const cronSpecs =
    crons?.map(({ identifier, functionPath, args, schedule }) => [
      identifier,
      { udfPath: functionPath, udfArgs: args, cronSchedule: { ...schedule } },
    ]) ?? null;
  return { functions, httpRoutes: httpAnalysis, cronSpecs, sourceMapped: null };
}

function functionAnalysis(fn: RegisteredFunction): JsonObject {
  return {
    name: fn.path.name,
    pos: null,
    udfType: UDF_TYPES[fn.kind],
    visibility: { kind: fn.visibility },
    args: fn.argsJson,
    returns: fn.returnsJson,
  };
}

function checkedComponent(component: Component): JsonObject {
  const children = [...component.children].map(([name, child]) => [
    name,
    checkedComponent(child),
  ]);
  return {
    definitionPath: component.definitionPath,
    componentPath: component.path,
    args: {},
    childComponents: Object.fromEntries(children) as JsonObject,
    httpRoutes: {
      httpModuleRoutes: httpRoutes(component),
      mounts: component.httpMounts.map(([prefix]) => prefix),
    },
    exports: {},
  };
}

function authInfo(provider: AuthProvider): JsonObject {
  if (provider.type === "oidc") {
    const { applicationId, domain } = provider;
    return { applicationID: applicationId, domain };
  }
  const { type, applicationId, issuer, jwks, algorithm } = provider;
  return { type, applicationID: applicationId, issuer, jwks, algorithm };
}

type Tree = Map<string, Tree | string>;

/** @returns a component's public functions, as a tree for other components */
function exportsOf(component: Component): JSONValue[] {
  const tree: Tree = new Map();
  for (const { path, visibility } of component.functions()) {
    if (visibility !== "public") continue;
    const module = path.module.replace(/\.js$/, "");
    const reference = `_reference/function/${module}:${path.name}`;
    branchAt(tree, module.split("/")).set(path.name, reference);
  }
  return toJson(tree);
}

function branchAt(tree: Tree, names: readonly string[]): Tree {
  const [name, ...rest] = names;
  if (name === undefined) return tree;
  const found = tree.get(name);
  const branch: Tree = found instanceof Map ? found : new Map();
  tree.set(name, branch);
  return branchAt(branch, rest);
}

function toJson(tree: Tree): JSONValue[] {
  return [...tree].map(([name, node]): JSONValue => {
    if (typeof node === "string") return [name, { type: "leaf", leaf: node }];
    return [name, { type: "branch", branch: toJson(node) }];
  });
}

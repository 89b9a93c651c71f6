import type { JSONValue } from "convex/values";
import type { Component } from "../functions/definitions/app";

type Tree = Map<string, Tree | string>;

/** @returns a component's public functions, as a tree for other components */
export function exportsOf(component: Component): JSONValue[] {
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

import type { ValidatorJSON } from "convex/values";
import { messageOf, UserError } from "../../base/errors";
import { compileValidator, type Validate } from "../../values/validators";
import { checkValidator } from "../../values/validator-rules";
import type { FunctionPath } from "./function-path";
import type { ModuleEnvironment, ModuleExports } from "./module";

/** Kinds of functions, as syscalls name them. */
export type FunctionKind = "query" | "mutation" | "action";

/** A function of a app, with compiled validators. */
export type RegisteredFunction = {
  path: FunctionPath;
  kind: FunctionKind;
  visibility: "public" | "internal";
  environment: ModuleEnvironment;
  /** JSON text of the validators, as the function exports them. */
  argsJson: string;
  returnsJson: string | null;
  validateArgs: Validate;
  validateReturns: Validate | null;
  /** Takes and returns JSON text: the arguments array, and the result. */
  invoke: (argsText: string) => Promise<string>;
};

/** What `convex/server` attaches to the functions that it registers. */
type Registration = {
  isPublic?: unknown;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(argsText: string): Promise<string>;
  invokeMutation(argsText: string): Promise<string>;
  invokeAction(requestId: string, argsText: string): Promise<string>;
};

/** @returns Convex's words for a function that is called as another kind */
export function wrongKindText(
  { path, kind }: RegisteredFunction,
  component: string,
  calledAs: FunctionKind,
): string {
  const where = component === "" ? "" : ` in '${component}'`;
  return `Trying to execute ${path.module}:${path.name}${where} as ${capitalised(calledAs)}, but it is defined as ${capitalised(kind)}.`;
}

/** @throws UserError in these words for a function of another kind */
export function requireKind(
  { fn, component }: { fn: RegisteredFunction; component: { path: string } },
  kind: FunctionKind,
): void {
  if (fn.kind === kind) return;
  throw new UserError(wrongKindText(fn, component.path, kind));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * @returns the functions that a module exports
 * @throws Error naming an export that cannot be deployed
 */
export function registeredFunctions(
  module: string,
  exports: ModuleExports,
  environment: ModuleEnvironment,
): RegisteredFunction[] {
  return Object.keys(exports).flatMap((name) => {
    const value = exports[name];
    const kind = kindOf(value);
    if (kind === null) return [];
    if (environment === "node" && kind !== "action") {
      throw new Error(
        `"${name}" in ${module} is a ${kind}. Only actions can be defined in files that start with "use node".`,
      );
    }
    return [
      register({ module, name }, kind, environment, value as Registration),
    ];
  });
}

function kindOf(value: unknown): FunctionKind | null {
  if (typeof value !== "function") return null;
  if ("isQuery" in value) return "query";
  if ("isMutation" in value) return "mutation";
  if ("isAction" in value) return "action";
  return null;
}

function register(
  path: FunctionPath,
  kind: FunctionKind,
  environment: ModuleEnvironment,
  registration: Registration,
): RegisteredFunction {
  const argsJson = registration.exportArgs();
  const returnsJson = registration.exportReturns();
  const args = JSON.parse(argsJson) as ValidatorJSON;
  const returns = JSON.parse(returnsJson) as ValidatorJSON | null;
  const where = `${path.module}:${path.name}`;
  checkExport(`${where}.exportArgs()`, args);
  if (returns !== null) checkExport(`${where}.exportReturns()`, returns);
  return {
    path,
    kind,
    environment,
    visibility: registration.isPublic === true ? "public" : "internal",
    argsJson,
    returnsJson: returns === null ? null : returnsJson,
    validateArgs: compileValidator(args),
    validateReturns: returns === null ? null : compileValidator(returns),
    invoke: invoker(kind, registration),
  };
}

function checkExport(where: string, validator: ValidatorJSON): void {
  try {
    checkValidator(validator);
  } catch (error) {
    const why = messageOf(error);
    throw new Error(`Invalid JSON returned from ${where}: ${why}`, {
      cause: error,
    });
  }
}

function invoker(
  kind: FunctionKind,
  registration: Registration,
): RegisteredFunction["invoke"] {
  switch (kind) {
    case "query":
      return (argsText) => registration.invokeQuery(argsText);
    case "mutation":
      return (argsText) => registration.invokeMutation(argsText);
    case "action":
      // The frame identifies the execution; this request id is not used.
      return (argsText) => registration.invokeAction("", argsText);
    default:
      return kind satisfies never;
  }
}

import { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import type { CallContext, TargetCall } from "../calls/call-context";
import type { Component } from "../app/app";
import type { FunctionPath } from "../app/function-path";
import { resolveAddress } from "../app/function-address";
import { identityText } from "../calls/identity";
import {
  requireObject,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import { type FunctionKind, requireKind } from "../app/registered-function";
import {
  DEPLOYMENT_METADATA,
  functionMetadata,
  requestMetadata,
} from "./metadata";
import type { ExecutionServices } from "./execution-services";
import { createFunctionHandle } from "./nested-calls";
import { cancel, schedule } from "./scheduling-syscalls";
import {
  findFile,
  generateUploadUrl,
  getMetadata,
  getUrl,
  remove,
} from "./file-syscalls";
import type { SharedContext, SharedSyscall } from "./transaction-context";
import { TransactionExecution } from "./transaction-execution";
import { vectorSearch } from "./vector-search";

/** Serves one syscall; returns JSON text. */
type ActionSyscall = (
  context: ActionContext,
  args: SyscallArguments,
) => string | Promise<string>;

/** Serves one syscall whose values JSON cannot represent. */
type ActionJsSyscall = (
  context: ActionContext,
  args: SyscallArguments,
) => Promise<unknown>;

/** The action or HTTP action that makes a syscall. */
export type ActionContext = {
  readonly services: ExecutionServices;
  readonly component: Component;
  readonly path: FunctionPath;
  /** Inherited by the calls that the action makes. */
  readonly context: CallContext;
  /**
   * Calls a function and adds its log lines to the action's.
   *
   * @returns JSON text of its result
   * @throws CalledFunctionError when it fails
   */
  call(call: TargetCall): Promise<string>;
};

export const actionSyscalls = {
  async: new Map<string, ActionSyscall>([
    ["1.0/actions/query", caller("query")],
    ["1.0/actions/mutation", caller("mutation")],
    ["1.0/actions/action", caller("action")],
    ["1.0/actions/schedule", asMutation(schedule)],
    ["1.0/actions/cancel_job", asMutation(cancel)],
    [
      "1.0/actions/vectorSearch",
      ({ services, component }, args) =>
        vectorSearch(services.database.snapshot(), component.path, args),
    ],
    ["1.0/createFunctionHandle", asQuery(createFunctionHandle)],
    ["1.0/getUserIdentity", getUserIdentity],
    ["1.0/getFunctionMetadata", (a) => functionMetadata(a, a.component)],
    ["1.0/getDeploymentMetadata", () => DEPLOYMENT_METADATA],
    ["1.0/getRequestMetadata", ({ context }) => requestMetadata(context)],
    ["1.0/storageGetUrl", asQuery(getUrl)],
    ["1.0/storageGetMetadata", asQuery(getMetadata)],
    ["1.0/storageGenerateUploadUrl", asQuery(generateUploadUrl)],
    ["1.0/storageDelete", asMutation(remove)],
  ]),
  js: new Map<string, ActionJsSyscall>([
    ["storage/storeBlob", storeBlob],
    ["storage/getBlob", getBlob],
  ]),
};

/** Serves a syscall as in a query, on the newest durable state. */
function asQuery(serve: SharedSyscall): ActionSyscall {
  return (action, args) =>
    action.services.database.read((transaction) =>
      serve(contextIn(transaction, action), args),
    );
}

/** Serves a syscall as in a mutation of its own. */
function asMutation(serve: SharedSyscall): ActionSyscall {
  return async (action, args) => {
    const { database, storage } = action.services;
    const { result } = await database.write((transaction) => {
      const context = contextIn(transaction, action);
      const text = serve(context, args);
      return { text, files: context.execution.deletedFiles };
    });
    for (const { storageId } of result.files) {
      await storage.bodies.delete(storageId);
    }
    return result.text;
  };
}

function contextIn(
  transaction: Transaction,
  { services, context, component }: ActionContext,
): SharedContext {
  const execution = new TransactionExecution(services, context, transaction);
  return { execution, component };
}

function caller(kind: FunctionKind): ActionSyscall {
  return (action, args) => action.call(targetCall(action, args, kind));
}

function targetCall(
  { context, component }: ActionContext,
  args: SyscallArguments,
  kind: FunctionKind,
): TargetCall {
  const target = resolveAddress(context.app, component, args);
  requireKind(target, kind);
  return {
    target,
    args: [requireObject(args, "args", `run ${kind}`)],
    context,
  };
}

function getUserIdentity({ component, context }: ActionContext): string {
  const { caller } = context;
  if (component.path !== "") return "null";
  if (caller.kind === "user" && caller.whyUnknown !== undefined) {
    throw new UserError(caller.whyUnknown);
  }
  return identityText(caller);
}

async function storeBlob(
  { services, component }: ActionContext,
  { blob, options }: SyscallArguments,
): Promise<unknown> {
  if (!(blob instanceof Blob)) {
    throw new UserError("storage.store() takes a Blob");
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const sha256: unknown = Object(options).sha256;
  return services.storage.store(
    component.path,
    bytes,
    blob.type || null,
    typeof sha256 === "string" ? sha256 : undefined,
  );
}

async function getBlob(
  action: ActionContext,
  args: SyscallArguments,
): Promise<unknown> {
  const { database, storage } = action.services;
  const file = database.read((transaction) =>
    findFile(contextIn(transaction, action), args, "storage.get"),
  );
  const body = file && (await storage.bodies.read(file));
  return (
    body && new Blob([new Uint8Array(body)], { type: file.contentType ?? "" })
  );
}

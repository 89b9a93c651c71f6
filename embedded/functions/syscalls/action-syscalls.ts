import { UserError } from "../../base/errors";
import type { Transaction } from "../../transaction/transaction";
import type {
  ActionExecution,
  ActionJsSyscall,
  ActionSyscall,
  ActionSyscalls,
} from "../execution/action-execution";
import { commitWithRetry } from "../execution/commit-with-retry";
import type { FunctionKind } from "../execution/execution";
import type { StoredFile } from "../files/file-storage";
import {
  functionHandle,
  resolveAddress,
  type FunctionTarget,
} from "../definitions/function-address";
import type { FunctionResult } from "../execution/function-call";
import { CalledFunctionError } from "../execution/function-failure";
import { displayPath } from "../definitions/function-path";
import { identityText } from "../identity/identity";
import { cancelJob, scheduleJob } from "../scheduling/scheduled-job";
import {
  requireObject,
  requireText,
  type SyscallArguments,
} from "../syscall-arguments";
import type { TargetCall } from "../execution/transaction-runner";
import {
  DEPLOYMENT_METADATA,
  functionMetadata,
  requestMetadata,
} from "./metadata";
import { metadataText, notFound } from "./storage";

/** What actions may ask of the host. */
export const actionSyscalls: ActionSyscalls = {
  async: new Map<string, ActionSyscall>([
    ["1.0/actions/query", runQuery],
    ["1.0/actions/mutation", runMutation],
    ["1.0/actions/action", (action, args) => action.runAction(action, args)],
    ["1.0/actions/schedule", schedule],
    ["1.0/actions/cancel_job", cancel],
    ["1.0/actions/vectorSearch", refuseVectorSearch],
    ["1.0/createFunctionHandle", createFunctionHandle],
    ["1.0/getUserIdentity", getUserIdentity],
    ["1.0/getFunctionMetadata", (a) => functionMetadata(a, a.component)],
    ["1.0/getDeploymentMetadata", () => DEPLOYMENT_METADATA],
    ["1.0/getRequestMetadata", getRequestMetadata],
    ["1.0/storageGetUrl", getFileUrl],
    ["1.0/storageGetMetadata", (a, args) => metadataText(findFile(a, args))],
    ["1.0/storageGenerateUploadUrl", generateUploadUrl],
    ["1.0/storageDelete", deleteFile],
  ]),
  js: new Map<string, ActionJsSyscall>([
    ["storage/storeBlob", storeBlob],
    ["storage/getBlob", getBlob],
  ]),
};

/** The call that `args` describe, checked to be of a function of that kind. */
export function actionCall(
  { context, component }: ActionExecution,
  args: SyscallArguments,
  kind: FunctionKind,
): TargetCall {
  const target = resolveAddress(context.deployment, component, args);
  requireKind(target, kind);
  return {
    target,
    args: [requireObject(args, "args", `run ${kind}`)],
    context,
  };
}

/**
 * The text of a called function's result, its log lines added to the caller's.
 * Throws what it failed with.
 */
export function resultText(
  { logLines }: ActionExecution,
  result: FunctionResult & { logLines: string[] },
): string {
  logLines.addLines(result.logLines);
  if (result.ok) return result.valueText;
  throw new CalledFunctionError(result.failure);
}

async function runQuery(
  action: ActionExecution,
  args: SyscallArguments,
): Promise<string> {
  const call = actionCall(action, args, "query");
  return resultText(action, await action.transactions.runQuery(call));
}

async function runMutation(
  action: ActionExecution,
  args: SyscallArguments,
): Promise<string> {
  const call = actionCall(action, args, "mutation");
  return resultText(action, await action.transactions.runMutation(call));
}

async function schedule(
  { services, context, component }: ActionExecution,
  args: SyscallArguments,
): Promise<string> {
  const { database, clock } = services;
  const { result } = await commitWithRetry(database, (transaction) =>
    scheduleJob(transaction, context.deployment, component, args, clock.now()),
  );
  return `"${result.id}"`;
}

async function cancel(
  { services, context, component }: ActionExecution,
  args: SyscallArguments,
): Promise<string> {
  const { database, clock } = services;
  await commitWithRetry(database, (transaction) => {
    const ownJob = context.jobId ?? null;
    cancelJob(transaction, component.path, args, clock.now(), ownJob);
  });
  return "null";
}

function createFunctionHandle(
  { context, component }: ActionExecution,
  args: SyscallArguments,
): string {
  const target = resolveAddress(context.deployment, component, args);
  return JSON.stringify(functionHandle(target));
}

function getUserIdentity({ component, context }: ActionExecution): string {
  return component.path === "" ? identityText(context.caller) : "null";
}

function getRequestMetadata({ context }: ActionExecution): string {
  return requestMetadata(context);
}

function getFileUrl(action: ActionExecution, args: SyscallArguments): string {
  const file = findFile(action, args);
  const { services, component } = action;
  return JSON.stringify(file && services.storage.urlOf(file, component.path));
}

function generateUploadUrl({ services, component }: ActionExecution): string {
  return JSON.stringify(services.storage.uploadUrl(component.path));
}

async function deleteFile(
  { services, component }: ActionExecution,
  args: SyscallArguments,
): Promise<string> {
  const { database, storage } = services;
  const id = requireText(args, "storageId", "storage.delete");
  const { result } = await commitWithRetry(database, (transaction) => {
    const file = storage.find(transaction, component.path, id);
    if (file === null) throw notFound(args);
    storage.remove(transaction, component.path, file);
    return file;
  });
  await storage.deleteBody(result);
  return "null";
}

async function storeBlob(
  { services, component }: ActionExecution,
  { blob, options }: SyscallArguments,
): Promise<unknown> {
  if (!(blob instanceof Blob)) {
    throw new UserError("InvalidArgument", "storage.store() takes a Blob");
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
  action: ActionExecution,
  args: SyscallArguments,
): Promise<unknown> {
  const file = findFile(action, args);
  const body = file && (await action.services.storage.read(file));
  return (
    body && new Blob([new Uint8Array(body)], { type: file.contentType ?? "" })
  );
}

function findFile(
  { services, component }: ActionExecution,
  args: SyscallArguments,
): StoredFile | null {
  const id = requireText(args, "storageId", "storage");
  const transaction: Transaction = services.database.beginRead();
  try {
    return services.storage.find(transaction, component.path, id);
  } finally {
    transaction.close();
  }
}

function refuseVectorSearch(): never {
  throw new UserError(
    "VectorSearchNotSupported",
    "Vector search is not supported by this backend",
  );
}

function requireKind({ fn }: FunctionTarget, kind: FunctionKind): void {
  if (fn.kind === kind) return;
  throw new UserError(
    "WrongFunctionType",
    `Trying to execute ${displayPath(fn.path)} as ${kind}, but it is defined as ${fn.kind}.`,
  );
}

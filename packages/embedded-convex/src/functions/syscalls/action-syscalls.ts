import { UserError } from "../../base/errors";
import type { CallContext, TargetCall } from "../calls/call-context";
import type { Component } from "../definitions/app";
import type { FunctionPath } from "../definitions/function-path";
import type { StoredFile } from "../files/file-storage";
import {
  functionHandle,
  resolveAddress,
} from "../definitions/function-address";
import { identityText } from "../identity/identity";
import { cancelJob, scheduleJob } from "../jobs/scheduled-job";
import {
  requireObject,
  type SyscallArguments,
} from "../calls/syscall-arguments";
import {
  type FunctionKind,
  requireKind,
} from "../definitions/registered-function";
import {
  DEPLOYMENT_METADATA,
  functionMetadata,
  requestMetadata,
} from "./metadata";
import { findFile, metadataText, notFound } from "./storage";
import type { SyscallServices } from "./syscall-services";
import { requireJobId } from "./table-check";

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
  readonly services: SyscallServices;
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
    ["1.0/actions/schedule", schedule],
    ["1.0/actions/cancel_job", cancel],
    ["1.0/actions/vectorSearch", refuseVectorSearch],
    ["1.0/createFunctionHandle", createFunctionHandle],
    ["1.0/getUserIdentity", getUserIdentity],
    ["1.0/getFunctionMetadata", (a) => functionMetadata(a, a.component)],
    ["1.0/getDeploymentMetadata", () => DEPLOYMENT_METADATA],
    ["1.0/getRequestMetadata", ({ context }) => requestMetadata(context)],
    ["1.0/storageGetUrl", getFileUrl],
    [
      "1.0/storageGetMetadata",
      (action, args) =>
        metadataText(findNewest(action, args, "storage.getMetadata")),
    ],
    ["1.0/storageGenerateUploadUrl", generateUploadUrl],
    ["1.0/storageDelete", deleteFile],
  ]),
  js: new Map<string, ActionJsSyscall>([
    ["storage/storeBlob", storeBlob],
    ["storage/getBlob", getBlob],
  ]),
};

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

async function schedule(
  { services, context, component }: ActionContext,
  args: SyscallArguments,
): Promise<string> {
  const { database, clock } = services;
  const { result } = await database.write((transaction) =>
    scheduleJob(transaction, context, component, args, clock.now()),
  );
  return `"${result}"`;
}

async function cancel(
  { services, component }: ActionContext,
  args: SyscallArguments,
): Promise<string> {
  const { database, clock } = services;
  await database.write((transaction) => {
    const id = requireJobId(transaction, component.path, args);
    cancelJob(transaction, component.path, id, clock.now());
  });
  return "null";
}

function createFunctionHandle(
  { context, component }: ActionContext,
  args: SyscallArguments,
): string {
  const target = resolveAddress(context.app, component, args);
  return JSON.stringify(functionHandle(target));
}

function getUserIdentity({ component, context }: ActionContext): string {
  const { caller } = context;
  if (component.path !== "") return "null";
  if (caller.kind === "user" && caller.whyUnknown !== undefined) {
    throw new UserError(caller.whyUnknown);
  }
  return identityText(caller);
}

function getFileUrl(action: ActionContext, args: SyscallArguments): string {
  const file = findNewest(action, args, "storage.getUrl");
  const { services, component } = action;
  return JSON.stringify(file && services.storage.urlOf(file, component.path));
}

function generateUploadUrl({ services, component }: ActionContext): string {
  return JSON.stringify(services.storage.uploadUrl(component.path));
}

async function deleteFile(
  { services, component }: ActionContext,
  args: SyscallArguments,
): Promise<string> {
  const { database, storage } = services;
  const { path } = component;
  const { result } = await database.write((transaction) => {
    const call = "storage.delete";
    const file = findFile(storage, transaction, path, args, call);
    if (file === null) throw notFound(args);
    transaction.remove(path, file.id, { system: true });
    return file;
  });
  await storage.bodies.delete(result.storageId);
  return "null";
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
  const file = findNewest(action, args, "storage.get");
  const body = file && (await action.services.storage.bodies.read(file));
  return (
    body && new Blob([new Uint8Array(body)], { type: file.contentType ?? "" })
  );
}

function findNewest(
  { services, component }: ActionContext,
  args: SyscallArguments,
  call: string,
): StoredFile | null {
  const { database, storage } = services;
  return database.read((transaction) =>
    findFile(storage, transaction, component.path, args, call),
  );
}

function refuseVectorSearch(): never {
  throw new UserError("Vector search is not supported by this backend");
}

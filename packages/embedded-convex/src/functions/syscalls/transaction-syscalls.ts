import { UserError } from "../../base/errors";
import * as reads from "./database-reads";
import * as writes from "./database-writes";
import * as metadata from "./metadata";
import { createFunctionHandle, runUdf } from "./nested-calls";
import { queryPage } from "./page-syscalls";
import { cancelInMutation, schedule } from "./scheduling-syscalls";
import * as storage from "./file-syscalls";
import type {
  AsyncSyscall,
  SyncSyscall,
  TransactionSyscalls,
} from "./transaction-context";

const sync = new Map<string, SyncSyscall>([
  ["1.0/queryStream", reads.queryStream],
  ["1.0/queryCleanup", reads.queryCleanup],
  ["1.0/db/normalizeId", reads.normalizeId],
  ["1.0/componentArgument", metadata.componentArgument],
  ["1.0/getSnapshotTs", metadata.getSnapshotTs],
]);

const reading = new Map<string, AsyncSyscall>([
  ["1.0/get", reads.get],
  ["1.0/queryStreamNext", reads.queryStreamNext],
  ["1.0/queryPage", queryPage],
  ["1.0/count", reads.count],
  ["1.0/runUdf", runUdf],
  ["1.0/createFunctionHandle", createFunctionHandle],
  ["1.0/getUserIdentity", metadata.getUserIdentity],
  ["1.0/getTransactionMetrics", metadata.getTransactionMetrics],
  ["1.0/getFunctionMetadata", metadata.getFunctionMetadata],
  ["1.0/getDeploymentMetadata", metadata.getDeploymentMetadata],
  ["1.0/storageGetUrl", storage.getUrl],
  ["1.0/storageGetMetadata", storage.getMetadata],
]);

const writing = new Map<string, AsyncSyscall>([
  ["1.0/insert", writes.insert],
  ["1.0/shallowMerge", writes.shallowMerge],
  ["1.0/replace", writes.replace],
  ["1.0/remove", writes.remove],
  ["1.0/schedule", schedule],
  ["1.0/cancel_job", cancelInMutation],
  ["1.0/getRequestMetadata", metadata.getRequestMetadata],
  ["1.0/storageGenerateUploadUrl", storage.generateUploadUrl],
  ["1.0/storageDelete", storage.remove],
]);

const refused = [...writing.keys()].map((name): [string, AsyncSyscall] => [
  name,
  () => {
    throw new UserError(
      `Queries cannot write: ${name.replace("1.0/", "")} is only for mutations`,
    );
  },
]);

export const transactionSyscalls: Readonly<
  Record<"query" | "mutation", TransactionSyscalls>
> = {
  query: { sync, async: new Map([...reading, ...refused]) },
  mutation: { sync, async: new Map([...reading, ...writing]) },
};

import { convexToJson } from "convex/values";
import type { TransactionLimits } from "../../transaction/metrics";
import type { Component } from "../app/app";
import type { CallContext } from "../calls/call-context";
import { displayPath } from "../app/function-path";
import { identityText } from "../calls/identity";
import type { RegisteredFunction } from "../app/registered-function";
import type { AsyncSyscall, SyncSyscall } from "./transaction-context";

/** `1.0/getUserIdentity`; null inside components. */
export const getUserIdentity: AsyncSyscall = ({ component, execution }) => {
  if (component.path !== "") return "null";
  execution.usedIdentity = true;
  return identityText(execution.context.caller);
};

export const getTransactionMetrics: AsyncSyscall = ({ execution }) => {
  const { metrics } = execution.transaction;
  const { limits } = metrics;
  const usage = (name: keyof TransactionLimits) => {
    const used = metrics[name];
    return [name, { used, remaining: limits[name] - used }] as const;
  };
  const names = Object.keys(limits) as (keyof TransactionLimits)[];
  return JSON.stringify(Object.fromEntries(names.map(usage)));
};

export const getFunctionMetadata: AsyncSyscall = ({ fn, component }) =>
  functionMetadata(fn, component);

export const getRequestMetadata: AsyncSyscall = ({ execution }) =>
  requestMetadata(execution.context);

export const getDeploymentMetadata: AsyncSyscall = () => DEPLOYMENT_METADATA;

export const getSnapshotTs: SyncSyscall = ({ execution }) =>
  JSON.stringify(convexToJson(execution.transaction.beginTs));

/** `1.0/componentArgument`; components no longer have arguments. */
export const componentArgument: SyncSyscall = () => "{}";

export const DEPLOYMENT_METADATA = JSON.stringify({
  name: "embedded",
  region: null,
  class: "s16",
});

/** @returns JSON text of `ctx.meta.getFunctionMetadata()` */
export function functionMetadata(
  { path }: Pick<RegisteredFunction, "path">,
  component: Component,
): string {
  return JSON.stringify({
    name: displayPath(path),
    componentPath: component.path,
  });
}

/** @returns JSON text of `ctx.meta.getRequestMetadata()` */
export function requestMetadata(context: CallContext): string {
  const { caller, requestId, job } = context;
  return JSON.stringify({
    ip: null,
    userAgent: null,
    requestId,
    scheduledFunctionId: job?.id ?? null,
    authToken: caller.kind === "user" ? (caller.token ?? null) : null,
  });
}

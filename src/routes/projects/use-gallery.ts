import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useState } from "react";
import { isAppError } from "#convex/platform/shared/errors";
import { useFirstAnswer } from "../../lib/connection/use-live";

/**
 * The state of a query of the gallery. The refusal before it is published is a state too, which ends with the
 * publication.
 */
export type Answer<T> =
  | { status: "pending" }
  | { status: "failed" }
  | { status: "unpublished" }
  | { status: "there"; data: T; isOld: boolean };

/** Subscribes to a query of the gallery. While another one loads, the last result stays. */
export function useGallery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
): Answer<FunctionReturnType<Query>> {
  const live = useQuery_experimental({ query, args });
  const first = useFirstAnswer(query, args, live.status === "pending");
  const data = live.status === "success" ? live.data : first?.data;
  const [last, setLast] = useState<FunctionReturnType<Query>>();
  if (data !== undefined && data !== last) setLast(data);
  if (live.status === "error") {
    const isRefused =
      isAppError(live.error) && live.error.data.code === "not_published";
    return { status: isRefused ? "unpublished" : "failed" };
  }
  const shown = data === undefined ? last : data;
  return shown === undefined
    ? { status: "pending" }
    : { status: "there", data: shown, isOld: data === undefined };
}

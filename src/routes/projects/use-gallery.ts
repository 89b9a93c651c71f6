import { useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useState } from "react";
import { isAppError } from "#convex/shared/errors";
import { useFirstAnswer } from "../../lib/use-live";

/** What the gallery answers: a refusal before it is published is an answer too, and ends when it is. */
export type Answer<T> =
  | { status: "pending" }
  | { status: "failed" }
  | { status: "unpublished" }
  | { status: "there"; data: T; isOld: boolean };

/** Asks the gallery, live. While another question is on its way, the last answer stays. */
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

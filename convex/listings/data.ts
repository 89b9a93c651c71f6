/**
 * Exports and deletes what is stored about a person in the tables for finding and
 * changing a team. Writes through the modules that own them.
 */
import { pick } from "convex-helpers";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as ChangeRequests from "../teams/changeRequests";
import * as Hiding from "./hiding";
import * as Listings from "./listings";
import * as Reports from "./reports";
import * as Requests from "./requests";

/**
 * Returns the person's card, requests, hidden people and reports. Reports about them
 * are left out, because they would reveal who reported them.
 */
export async function collect(ctx: QueryCtx, userId: Id<"users">) {
  const card = await Listings.findOf(ctx, userId);
  const requests = await Requests.listAllOf(ctx, userId);
  const hidden = await Hiding.listOf(ctx, userId);
  const reports = await Reports.listOf(ctx, userId);
  const changeRequests = await ChangeRequests.listAllOf(ctx, userId);
  return {
    card: card && {
      ...pick(card, ["name", "college", "skills", "shownAt"]),
      line: card.text,
    },
    requests: requests.map((row) => ({
      ...pick(row, ["sentBy", "teamName", "note"]),
      sentAt: row._creationTime,
      outcome: row.outcome ?? null,
      settledAt: row.settledAt ?? null,
    })),
    hidden: hidden.map((row) => pick(row, ["name"])),
    reports: reports.map((row) => ({
      ...pick(row, ["targetName", "reason"]),
      sentAt: row._creationTime,
      settledAt: row.settledAt ?? null,
    })),
    changeRequests: changeRequests.map((row) => {
      const {
        _id,
        personName: _name,
        ...fields
      } = ChangeRequests.fieldsOf(row);
      return fields;
    }),
  };
}

/**
 * Deletes all of it, and the reports about the person. The person must have left their
 * team before, so that no request is open. What one transaction has no room for is left
 * to a job.
 */
export async function removeAllOf(ctx: MutationCtx, userId: Id<"users">) {
  await Listings.withdraw(ctx, userId);
  const mayBeMore = [
    await Requests.removeBatchOf(ctx, userId),
    await Hiding.removeBatchOf(ctx, userId),
    await Reports.removeBatchOf(ctx, userId),
    await ChangeRequests.removeBatchOf(ctx, userId),
  ];
  if (mayBeMore.includes(true))
    await ctx.scheduler.runAfter(0, internal.upkeep.jobs.removeFindingOf, {
      userId,
    });
}

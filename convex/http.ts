import { httpRouter } from "convex/server";
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { CLOCK_PATH, FEED_PATH } from "./content/shared/schedule";
import { missingPage, previewPage } from "./gallery/previewPage";
import { UNSUBSCRIBE_PATH } from "./platform/mailing";
import {
  PREVIEW_PATH,
  previewAddress,
  pageAddress,
  projectIdIn,
} from "./platform/siteAddress";
import * as UnsubscribePage from "./platform/unsubscribePage";

const http = httpRouter();

// Google sends people back by GET. The library's other callback reads a form of any
// size before it looks at who sent it: 16 MiB take seconds and hundreds of MiB.
const libraryRoutes = httpRouter();
auth.addHttpRoutes(libraryRoutes);
for (const [path, method, handler] of libraryRoutes.getRoutes()) {
  if (method !== "GET") continue;
  // It throws at the names of other providers.
  http.route({ path: path.replace(/\*$/u, "google"), method, handler });
}

// The address under which a project is shared: its link preview, and a link to its
// page.
http.route({
  pathPrefix: PREVIEW_PATH,
  method: "GET",
  handler: publicHttpAction(async (ctx, { url }) => {
    const id = projectIdIn(new URL(url).pathname) ?? "";
    const preview = await ctx.runQuery(internal.gallery.jobs.preview, { id });
    return preview === null
      ? missingPage()
      : previewPage(preview, previewAddress(id) ?? url);
  }),
});

const linkOf = async (ctx: ActionCtx, url: string) =>
  ctx.runQuery(internal.platform.jobs.readLink, {
    path: new URL(url).pathname,
  });

// The link in the foot of a mail. Its token is the right to end that kind of mail, so no
// session and no other site matters.
http.route({
  pathPrefix: UNSUBSCRIBE_PATH,
  method: "GET",
  handler: publicHttpAction(async (ctx, { url }) => {
    const found = await linkOf(ctx, url);
    return found === null
      ? UnsubscribePage.unknownPage()
      : UnsubscribePage.askingPage(found.kind);
  }),
});
http.route({
  pathPrefix: UNSUBSCRIBE_PATH,
  method: "POST",
  handler: publicHttpAction(async (ctx, { url }) => {
    const found = await linkOf(ctx, url);
    if (found === null) return UnsubscribePage.unknownPage();
    await ctx.runMutation(internal.people.jobs.unsubscribe, found);
    return UnsubscribePage.stoppedPage(found.kind);
  }),
});

// The deployment's time, in milliseconds since the epoch, for the clocks of pages. Not a
// query, whose result would be cached, nor a mutation, which would queue behind others.
http.route({
  path: CLOCK_PATH,
  method: "GET",
  handler: publicHttpAction(() =>
    Promise.resolve(
      new Response(String(Date.now()), {
        headers: {
          // Pages of other origins may read it: it is everybody's, and no cookie counts.
          "Access-Control-Allow-Origin": "*",
          "Cache-Control": "no-store",
        },
      }),
    ),
  ),
});

// The schedule for calendars, and each entry of it.
http.route({
  path: FEED_PATH,
  method: "GET",
  handler: publicHttpAction(async (ctx) =>
    calendar(await ctx.runQuery(internal.content.jobs.feed, {})),
  ),
});
http.route({
  pathPrefix: "/schedule/",
  method: "GET",
  handler: publicHttpAction(async (ctx, { url }) => {
    const [, id] =
      /^\/schedule\/(\w+)\.ics$/u.exec(new URL(url).pathname) ?? [];
    // The page, with a slash too many.
    if (id === undefined)
      return Response.redirect(pageAddress("/schedule"), 302);
    const text = await ctx.runQuery(internal.content.jobs.ofOne, { id });
    return text === null
      ? new Response("There is no such entry.", { status: 404 })
      : calendar(text);
  }),
});

function calendar(text: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "public, max-age=300",
    },
  });
}

export default http;

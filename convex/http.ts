import { httpRouter } from "convex/server";
import { internal } from "./_generated/api";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { missingPage, previewPage } from "./model/teams/previewPage";
import { PREVIEW_PATH, previewAddress } from "./model/platform/siteAddress";

const http = httpRouter();

// Google sends people back by GET. The library's other callback reads a form of any
// size before it looks at who sent it: 16 MiB take seconds and hundreds of MiB.
const libraryRoutes = httpRouter();
auth.addHttpRoutes(libraryRoutes);
for (const [path, method, handler] of libraryRoutes.getRoutes()) {
  if (method !== "GET") continue;
  if (path.endsWith("*"))
    http.route({ pathPrefix: path.slice(0, -1), method, handler });
  else http.route({ path, method, handler });
}

// The address under which a project is shared: its link preview, and a link to its
// page.
http.route({
  pathPrefix: PREVIEW_PATH,
  method: "GET",
  handler: publicHttpAction(async (ctx, { url }) => {
    const id = new URL(url).pathname.slice(PREVIEW_PATH.length);
    const preview = await ctx.runQuery(internal.jobs.handIns.preview, { id });
    return preview === null
      ? missingPage()
      : previewPage(preview, previewAddress(id) ?? url);
  }),
});

export default http;

import { httpRouter } from "convex/server";
import { internal } from "./_generated/api";
import { auth } from "./auth";
import { publicHttpAction } from "./functions";
import { missingPage, previewPage } from "./model/previewPage";
import { PREVIEW_PATH, previewAddress } from "./model/siteAddress";

const http = httpRouter();
auth.addHttpRoutes(http);

// The address under which a project is shared: its link preview, and a link to its
// page.
http.route({
  pathPrefix: PREVIEW_PATH,
  method: "GET",
  handler: publicHttpAction(async (ctx, { url }) => {
    const id = new URL(url).pathname.slice(PREVIEW_PATH.length);
    const preview = await ctx.runQuery(internal.tasks.gallery.preview, { id });
    return preview === null
      ? missingPage()
      : previewPage(preview, previewAddress(id) ?? url);
  }),
});

export default http;

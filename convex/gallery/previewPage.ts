/**
 * HTML for link previews (https://ogp.me) and for people who follow a shared link: meta
 * tags, and a link to the page. It loads nothing and has no scripts.
 */
import type { ProjectPreview } from "./shared";
import { escapeHtml } from "../platform/shared/text";
import { pageAddress } from "../platform/siteAddress";

/** How long a preview may outlive the project's removal from the gallery. */
const MAX_AGE_SECONDS = 60;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Returns the tags of a project's preview. @param address for `og:url` */
export function previewTags(
  { name, summary, teamName, picture }: ProjectPreview,
  address: string,
): Record<string, string> {
  const shown = picture?.thumbnail ?? picture;
  return {
    "og:type": "website",
    "og:title": name,
    "og:description":
      teamName === null ? summary : `${summary} By ${teamName}.`,
    "og:url": address,
    ...(picture &&
      shown && {
        "og:image": shown.url,
        "og:image:width": String(shown.width),
        "og:image:height": String(
          Math.round((picture.height * shown.width) / picture.width),
        ),
        "og:image:alt": picture.alt === "" ? name : picture.alt,
      }),
  };
}

/** @param address this page's own, for `og:url` */
export function previewPage(preview: ProjectPreview, address: string) {
  const { projectId, name, picture } = preview;
  const page = pageAddress(`/projects/${projectId}`);
  const tags = previewTags(preview, address);
  const text = tags["og:description"] ?? "";
  const head = [
    `<meta name="description" content="${escapeHtml(text)}">`,
    `<meta name="twitter:card" content="${picture ? "summary_large_image" : "summary"}">`,
    `<link rel="canonical" href="${escapeHtml(page)}">`,
    `<meta http-equiv="refresh" content="0; url=${escapeHtml(page)}">`,
    ...Object.entries(tags).map(
      ([property, content]) =>
        `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
  ];
  const body = `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(page)}">See the project</a></p>`;
  return new Response(html(name, head, body), {
    status: 200,
    headers: HEADERS,
  });
}

/** The answer for a project that is not in the gallery, or not yet. */
export function missingPage(): Response {
  const head = ['<meta name="robots" content="noindex">'];
  const body = `<h1>No project here</h1><p>It is not published, or it is no longer in the gallery.</p><p><a href="${escapeHtml(pageAddress("/projects"))}">See all projects</a></p>`;
  return new Response(html("No project here", head, body), {
    status: 404,
    headers: { ...HEADERS, "Cache-Control": "no-cache" },
  });
}

function html(title: string, head: string[], body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${head.join("")}</head><body>${body}</body></html>`;
}

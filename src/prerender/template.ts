import type { RenderedPage } from "./render-page";

const ROOT = '<div id="root"></div>';

/** Inserts a page and its scripts into `index.html`; `mark` is its address, or "*" for unknown addresses. */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  mark: string,
  scripts: string[],
): string {
  if (!template.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  const hrefs = scripts.map((file) => `/${file}`).join(" ");
  return template
    .replace(
      /<title>[^<]*<\/title>/u,
      () => `<title>${escapeText(page.title)}</title>`,
    )
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/u,
      (_, start: string) => start + escapeText(page.description),
    )
    .replace("</head>", () => `${page.head}</head>`)
    .replace(
      ROOT,
      () =>
        `<div id="root" data-page="${mark}" data-scripts="${hrefs}">${page.body}</div>`,
    );
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

import type { RenderedPage } from "./render-page";

const ROOT = '<div id="root"></div>';

/**
 * Puts a rendered page into the built `index.html`.
 * @param mark the address it was rendered for, or "*"; `main.tsx` hydrates it nowhere else
 * @param scripts files that `start.ts` fetches once the page is painted
 */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  mark: string,
  scripts: string[],
): string {
  if (!template.includes(ROOT)) throw new Error(`index.html lacks ${ROOT}`);
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

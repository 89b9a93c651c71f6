import type { RenderedPage } from "./render-page";

const MANIFEST = '<link rel="manifest" href="/manifest.webmanifest">';
const ROOT = '<div id="root"></div>';

/** Files of a page; `early` is a script that runs as soon as it can, and its imports. */
type PageFiles = { scripts: string[]; styles: string[]; early: string[] };

/**
 * Inserts a page and its scripts into `index.html`; `mark` is its address, or "*" for unknown addresses. An urgent page's
 * scripts load beside its styles, and so do the styles that its scripts link. Those of other pages are only named: `start.ts` loads them after the first paint.
 */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  mark: string,
  { scripts, styles, early: [early, ...itsImports] }: PageFiles,
): string {
  if (!template.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  const hrefs = scripts.map((file) => `/${file}`);
  const preload = (href: string) =>
    `<link rel="modulepreload" crossorigin href="${href}">`;
  const beside = [
    ...(page.isKept ? [MANIFEST] : []),
    ...(page.isUrgent ? hrefs.map(preload) : []),
    ...(page.isUrgent ? styles : []).map(
      (file) => `<link rel="preload" as="style" href="/${file}">`,
    ),
    ...(early
      ? [
          `<script type="module" async crossorigin src="/${early}"></script>`,
          ...itsImports.map((file) => preload(`/${file}`)),
        ]
      : []),
  ];
  return template
    .replace(
      /<title>[^<]*<\/title>/u,
      () => `<title>${escapeText(page.title)}</title>`,
    )
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*/u,
      (_, start: string) => start + escapeText(page.description),
    )
    .replace("</head>", () => [page.head, ...beside, "</head>"].join(""))
    .replace(
      ROOT,
      () =>
        `<div id="root" data-page="${mark}" data-scripts="${hrefs.join(" ")}"${page.isUrgent ? " data-urgent" : ""}>${page.body}</div>`,
    );
}

/**
 * Puts the script of the first paint into the page, and the style sheet behind it: what is asked for first comes on the
 * connection that brought the HTML, a round trip before the rest.
 */
export function withFirstPaint(template: string, script: string): string {
  const link = '<script src="/first-paint.js"></script>';
  if (!template.includes(link)) throw new Error(`index.html has no ${link}`);
  const styles = /<link rel="stylesheet"[^>]*>/u;
  const [style = ""] = styles.exec(template) ?? [];
  return template
    .replace(styles, "")
    .replace(link, () => `<script>${script}</script>${style}`);
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

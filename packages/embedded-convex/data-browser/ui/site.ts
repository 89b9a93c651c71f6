const meta = document.querySelector<HTMLMetaElement>(
  'meta[name="application-name"]',
);

/** What the data browser belongs to, if the server was told; `home` leads there. */
export const site =
  meta === null
    ? null
    : { name: meta.content, home: meta.dataset["home"] ?? "/" };

/** The document's title on a page. */
export function titleOf(page: string): string {
  const names = [page, "Data browser", site?.name];
  return names.filter((name) => name !== undefined).join(" · ");
}

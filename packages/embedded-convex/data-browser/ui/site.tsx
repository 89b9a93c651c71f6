import styles from "./site-link.module.css";

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

/** Names the site that the data belongs to and leads back to it. */
export function SiteLink() {
  if (site === null) return null;
  return (
    <a className={styles.site} href={site.home}>
      <span aria-hidden="true">←</span> {site.name}
    </a>
  );
}

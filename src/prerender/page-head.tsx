import { event } from "../content/event";
import { eventStructuredData, openGraphTags } from "../content/link-previews";
import { notFoundPage, pages } from "../content/pages";
import type { Page } from "../content/schemas";
import { siteOrigin } from "../lib/site-origin";

/**
 * What link previews and search engines are told about a page. They read the HTML and never the running page, so
 * visitors are spared the code of it.
 */
export function PageHead({ address, page }: { address: string; page: Page }) {
  if (page === notFoundPage || page === pages.organiser) {
    return <meta name="robots" content="noindex" />;
  }
  if (page === pages.resetPassword) {
    // Its address may hold the key to an account.
    return <meta name="referrer" content="no-referrer" />;
  }
  const isLanding = page === pages.landing;
  const path = isLanding ? "/" : address;
  const tags = {
    ...openGraphTags(siteOrigin),
    ...(isLanding ? undefined : tagsOf(path, page)),
  };
  return (
    <>
      <link rel="canonical" href={new URL(path, siteOrigin).href} />
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {isLanding && (
        <script type="application/ld+json">
          {JSON.stringify(eventStructuredData(siteOrigin))}
        </script>
      )}
    </>
  );
}

function tagsOf(path: string, page: Page) {
  return {
    "og:title": `${page.title} · ${event.edition}`,
    "og:description": page.description,
    "og:url": new URL(path, siteOrigin).href,
  };
}

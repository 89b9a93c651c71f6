import { event } from "../content/event";
import {
  eventStructuredData,
  invitationTags,
  openGraphTags,
} from "../content/link-previews";
import { links } from "#edition/links";
import { descriptionOf } from "../content/page-descriptions";
import { notFoundPage, notSentPage, pages } from "../content/pages";
import type { Page } from "../content/schemas";
import { paths } from "../paths";

/** Without a trailing slash; link previews need absolute addresses. */
export const siteOrigin: string =
  import.meta.env.VITE_SITE_ORIGIN ?? links.site;

/** Pages that search engines leave out. */
const unlisted: readonly Page[] = [
  notFoundPage,
  notSentPage,
  pages.organiser,
  pages.checkIn,
  pages.judge,
  pages.join,
];

/** Tags for link previews and search engines. These read the HTML only, so this code stays out of the page. */
export function PageHead({ address, page }: { address: string; page: Page }) {
  if (unlisted.includes(page)) {
    return (
      <>
        <meta name="robots" content="noindex" />
        {page === pages.join && <Tags tags={invitationTags(siteOrigin)} />}
      </>
    );
  }
  if (page === pages.resetPassword || page === pages.appointment) {
    // The address may hold the token of a mail.
    return <meta name="referrer" content="no-referrer" />;
  }
  const isLanding = address === paths.landing || address === paths.home;
  const path = isLanding ? paths.landing : address;
  const tags = {
    ...openGraphTags(siteOrigin),
    ...(isLanding ? undefined : tagsOf(path, page)),
  };
  return (
    <>
      {/* The HTML of the gallery is that of each project, too. */}
      {page !== pages.projects && (
        <link rel="canonical" href={new URL(path, siteOrigin).href} />
      )}
      <Tags tags={tags} />
      {isLanding && (
        <script type="application/ld+json">
          {JSON.stringify(eventStructuredData(siteOrigin))}
        </script>
      )}
    </>
  );
}

function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  return Object.entries(tags).map(([property, content]) => (
    <meta key={property} property={property} content={content} />
  ));
}

function tagsOf(path: string, page: Page) {
  return {
    "og:title": `${page.title} · ${event.edition}`,
    "og:description": descriptionOf(page),
    "og:url": new URL(path, siteOrigin).href,
  };
}

import { eventStructuredData, openGraphTags } from "../../content/pages";
import { siteOrigin } from "../../lib/site-origin";

const tags = Object.entries(openGraphTags(siteOrigin));
const structuredData = JSON.stringify(eventStructuredData(siteOrigin));

/** What link previews and search engines are told about the event. React moves the tags into the document's head. */
export function LandingHead() {
  return (
    <>
      <link rel="canonical" href={`${siteOrigin}/`} />
      {tags.map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <script type="application/ld+json">{structuredData}</script>
    </>
  );
}

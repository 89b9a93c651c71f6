/**
 * `robots.txt` and `sitemap.xml` (https://www.sitemaps.org/protocol.html): the pages that everyone can read. Projects are
 * not among them, because organisers publish them after the build; the gallery links to each.
 */
import { pages } from "../content/pages";

const READABLE = [
  pages.landing,
  pages.about,
  pages.contact,
  pages.faq,
  pages.projects,
  pages.schedule,
  pages.submissionGuide,
  pages.judging,
  pages.starterKits,
  pages.privacyPolicy,
  pages.privacyPolicyHindi,
  pages.termsOfService,
  pages.codeOfConduct,
];

/** @param origin such as `https://hackarena.example` */
export function robots(origin: string): string {
  const sitemap = new URL("/sitemap.xml", origin).href;
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`;
}

/** @param origin such as `https://hackarena.example` */
export function sitemap(origin: string): string {
  const addresses = READABLE.map(
    ({ path }) => `  <url><loc>${new URL(path, origin).href}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join("")}</urlset>\n`;
}

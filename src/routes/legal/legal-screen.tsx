import { pages } from "../../content/pages";
import type { LegalPage } from "../../content/schemas";
import { ReadOn } from "../../features/reading/read-on";
import { Reading } from "../../features/reading/reading";
import { formatMonthFirst } from "../../lib/time/format-time";
import { paths } from "../../paths";

const legalLinks = [
  { href: paths.privacyPolicy, title: pages.privacyPolicy.title },
  { href: paths.termsOfService, title: pages.termsOfService.title },
  { href: paths.codeOfConduct, title: pages.codeOfConduct.title },
];

export function LegalScreen({ page, path }: { page: LegalPage; path: string }) {
  return (
    <Reading
      page={page}
      about={
        <>
          <span>Dated </span>
          <time dateTime={page.dated}>{formatMonthFirst(page.dated)}</time>
        </>
      }
    >
      <ReadOn
        label="Other legal pages"
        links={legalLinks.filter(({ href }) => href !== path)}
      />
    </Reading>
  );
}

import { judging } from "../../content/resources/judging";
import { starterKits } from "../../content/resources/starter-kits";
import { submissionGuide } from "../../content/resources/submission-guide";
import type { ReadingPage } from "../../content/schemas";
import { ReadOn } from "../../features/reading/read-on";
import { Reading } from "../../features/reading/reading";
import { paths } from "../../paths";

const links = [
  { id: "rules", title: "Rules", href: paths.codeOfConduct },
  { ...judging, href: paths.judging },
  { ...starterKits, href: paths.starterKits },
  { ...submissionGuide, href: paths.submissionGuide },
];

export function ResourceScreen({ page }: { page: ReadingPage }) {
  return (
    <Reading page={page}>
      <ReadOn
        label="Other resources"
        links={links.filter(({ id }) => id !== page.id)}
      />
    </Reading>
  );
}

import { resources } from "../../content/resources";
import type { ReadingPage } from "../../content/schemas";
import { ReadOn } from "../../features/reading/read-on";
import { Reading } from "../../features/reading/reading";

/** One of the participants' resources and the way to the others. */
export function ResourceScreen({ page }: { page: ReadingPage }) {
  return (
    <Reading page={page}>
      <ReadOn
        label="Other resources"
        links={resources.filter(({ id }) => id !== page.id)}
      />
    </Reading>
  );
}

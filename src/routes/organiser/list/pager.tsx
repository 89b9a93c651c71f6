import { useRef } from "react";
import { Button } from "../../../ui/button";
import type { Cut } from "./arrange";

/** Renders nothing for a single page. */
export function Pager<Row>({
  label,
  cut: { page, pages, from, to },
  onPage,
}: {
  label: string;
  cut: Cut<Row>;
  onPage: (page: number) => void;
}) {
  const place = useRef<HTMLParagraphElement>(null);
  if (pages === 1) return null;

  function turnTo(next: number) {
    if (next < 1 || next > pages) return;
    onPage(next);
    // Scrolls to the top of the list.
    place.current
      ?.closest(".org-list")
      ?.scrollIntoView({ block: "start", behavior: "instant" });
  }

  return (
    <nav
      className="org-pager row gap-3 gap-x-5 items-center justify-between"
      aria-label={label}
    >
      <Button isDisabled={page === 1} onClick={() => turnTo(page - 1)}>
        Previous
      </Button>
      <p ref={place} className="row gap-x-3 tabular" aria-live="polite">
        <span>{`Page ${page} of ${pages}`}</span>
        <span className="quiet">{`${from}–${to}`}</span>
      </p>
      <Button isDisabled={page === pages} onClick={() => turnTo(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

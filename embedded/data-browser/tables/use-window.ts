import { useCallback, useEffect, useRef, useState } from "react";

/** Rows drawn above and below those in view. */
const OVERSCAN = 12;
/** Drawn anew every so many rows, not for each. */
const STEP = 6;
/** So many rows before the end it is time to load more. */
const AHEAD = 150;
/** As the tokens have it. */
const ROW_REM = 2.125;

/** The rows that are drawn out of very many of the same height. */
export type RowWindow = {
  first: number;
  /** The one after the last. */
  end: number;
  rowPx: number;
};

/** Tells which rows are in view in a box that scrolls. */
export function useWindow() {
  const ref = useRef<HTMLDivElement>(null);
  const [rowPx] = useState(() => ROW_REM * rootFontPx());
  const [place, setPlace] = useState({ top: 0, rows: 40 });
  const measure = useCallback(() => {
    const box = ref.current;
    if (box === null) return;
    const top = Math.floor(box.scrollTop / rowPx / STEP) * STEP;
    const rows = Math.ceil(box.clientHeight / rowPx) + STEP;
    setPlace((now) =>
      now.top === top && now.rows === rows ? now : { top, rows },
    );
  }, [rowPx]);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [measure]);
  return {
    ref,
    onScroll: measure,
    /** Is the last of so many rows in view, or will it be soon? */
    isEndInView: (count: number) => place.top + place.rows + AHEAD >= count,
    windowOf: (count: number): RowWindow => ({
      first: Math.min(Math.max(0, place.top - OVERSCAN), count),
      end: Math.min(place.top + place.rows + OVERSCAN, count),
      rowPx,
    }),
  };
}

function rootFontPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

import { useCallback, useEffect, useRef, useState } from "react";

/** Rows rendered above and below the viewport. */
const OVERSCAN = 12;
/** Scrolling re-renders once per so many rows. */
const STEP = 6;
/** More documents are loaded when the end is this many rows away. */
const AHEAD = 150;
/** Equals `--row` in tokens.css. */
const ROW_REM = 2.125;

/** The range of rows to render; all rows have the same height. */
export type RowWindow = {
  first: number;
  /** Exclusive. */
  end: number;
  rowPx: number;
};

/** Tracks which rows of a scrolling element are in or near the viewport. */
export function useRowWindow() {
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
    /** Whether the end of `count` rows is in or near the viewport. */
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

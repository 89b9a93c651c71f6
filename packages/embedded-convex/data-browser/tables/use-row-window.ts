import { useCallback, useEffect, useRef, useState } from "react";

/** Rows rendered above and below the viewport. */
const OVERSCAN = 12;
/** Scrolling re-renders once per so many rows. */
const STEP = 6;
/** More documents are loaded when the end is this many rows away. */
const AHEAD = 150;
/** Equals `--row` in tokens.css. */
const ROW_REM = 2.125;

/** Tracks which rows of a scrolling element are in or near the viewport. */
export function useRowWindow() {
  const ref = useRef<HTMLDivElement>(null);
  const [rowPx] = useState(() => {
    const { fontSize } = getComputedStyle(document.documentElement);
    return ROW_REM * Number.parseFloat(fontSize);
  });
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
    /** The rows to render, `end` excluded; all have the same height. */
    windowOf: (count: number) => ({
      first: Math.min(Math.max(0, place.top - OVERSCAN), count),
      end: Math.min(place.top + place.rows + OVERSCAN, count),
      rowPx,
    }),
  };
}

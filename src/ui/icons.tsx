import type { SVGProps } from "react";

/** An icon on a 20-unit grid. Each stands beside text, so none is announced. */
export function icon(d: string, look?: SVGProps<SVGPathElement>) {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 20 20"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <path d={d} {...look} />
      </svg>
    );
  };
}

export const ArrowIcon = icon("M2.5 10h14M11 4l6 6-6 6");

/** For links that leave the site. */
export const OutwardIcon = icon("M5 15 15.5 4.5M7 4h9v9");
export const MenuIcon = icon("M2 5.5h16M2 10h16M2 14.5h11");
export const CloseIcon = icon("m4 4 12 12M16 4 4 16");
export const ChevronIcon = icon("m4 7.5 6 6 6-6");

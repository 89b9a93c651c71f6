import type { ReactNode } from "react";

/** Icons on a 20-unit grid. Each stands beside text, so none is announced. */
export function Icon({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export function WarningIcon() {
  return (
    <Icon>
      <path d="M6 2h8l4 4v8l-4 4H6l-4-4V6zM10 5.5v5.5M10 13v2" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m3.5 10.5 4 4 9-9" strokeWidth="2.5" />
    </Icon>
  );
}

export function ArrowIcon() {
  return (
    <Icon>
      <path d="M2.5 10h14M11 4l6 6-6 6" />
    </Icon>
  );
}

/** For links that leave the site. */
export function OutwardIcon() {
  return (
    <Icon>
      <path d="M5 15 15.5 4.5M7 4h9v9" />
    </Icon>
  );
}

export function MenuIcon() {
  return (
    <Icon>
      <path d="M2 5.5h16M2 10h16M2 14.5h11" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m4 4 12 12M16 4 4 16" />
    </Icon>
  );
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m4 7.5 6 6 6-6" />
    </Icon>
  );
}

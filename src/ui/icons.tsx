import type { ReactNode } from "react";

/** Icons on a 20-unit grid. Each stands beside text, so none is announced. */
function Icon({ children }: { children: ReactNode }) {
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

export function CopyIcon() {
  return (
    <Icon>
      <path d="M7 7h10v7l-3 3H7zM13 7V3H6L3 6v7h4" />
    </Icon>
  );
}

export function ShareIcon() {
  return (
    <Icon>
      <path d="M10 13V2.5M5.5 7 10 2.5 14.5 7M4 11v6.5h12V11" />
    </Icon>
  );
}

export function QrIcon() {
  return (
    <Icon>
      <path d="M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2h-2zM17 12v5h-5" />
    </Icon>
  );
}

export function PenIcon() {
  return (
    <Icon>
      <path d="M3 17v-3.5L13.5 3 17 6.5 6.5 17zM11 5.5 14.5 9" />
    </Icon>
  );
}

/** More that can be done with what it stands on. */
export function MoreIcon() {
  return (
    <Icon>
      <path d="M4 8.5h0v3h0zM10 8.5h0v3h0zM16 8.5h0v3h0z" strokeWidth="3" />
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

export function DownloadIcon() {
  return (
    <Icon>
      <path d="M10 2.5v10M5 8l5 5 5-5M3 17.5h14" />
    </Icon>
  );
}

export function GoogleIcon() {
  return (
    <Icon>
      <path d="M15.2 5.4A7 7 0 1 0 17 10h-6.5" strokeWidth="2.5" />
    </Icon>
  );
}

export function LeaderIcon() {
  return (
    <Icon>
      <path d="M10 2.5 17.5 10 10 17.5 2.5 10z" fill="currentColor" />
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

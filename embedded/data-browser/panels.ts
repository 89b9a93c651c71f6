import type { ComponentType } from "react";

/** A page of the data browser besides the tables, with its entry in the navigation. */
export type Panel = {
  /** The address beneath the data browser's own, without slashes. */
  path: string;
  title: string;
  /** Drawn only for who is signed in; may be `lazy`. */
  Component: ComponentType;
};

export const panels: readonly Panel[] = [];

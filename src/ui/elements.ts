import type { ReactElement } from "react";

/** What stands beside other children: elements, no text, which a translation would freeze (`.ci/changing-texts.mjs`). */
export type Elements =
  ReactElement | Iterable<Elements> | boolean | null | undefined;

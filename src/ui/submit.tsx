import type { ComponentProps } from "react";
import { Button } from "./button";
import { FormNotice } from "./form-notice";
import { PendingNote } from "./pending-note";

/** The button that sends the form, below what was refused. `awaited` tells screen readers what is under way. */
export function Submit({
  notice,
  awaited,
  ...button
}: { notice: string | undefined; awaited: string; isPending: boolean } & Omit<
  ComponentProps<typeof Button>,
  "type" | "tone" | "isWide"
>) {
  return (
    <>
      <FormNotice>{notice}</FormNotice>
      <Button {...button} type="submit" tone="signal" isWide />
      <PendingNote isPending={button.isPending}>{awaited}</PendingNote>
    </>
  );
}

/** The mail with the receipt of a hand-in. Writes nothing itself. */
import type { MutationCtx } from "../_generated/server";
import { indianTime } from "../platform/shared/indianTime";
import { shownReceipt } from "../platform/shared/text";
import * as Mailing from "../platform/mailing";
import * as HandIns from "./handIns";

/** Queues the receipt to every member; does nothing if the hand-in is gone. */
export async function mailReceipt(ctx: MutationCtx, receipt: number) {
  const handIn = await HandIns.findByReceipt(ctx, receipt);
  if (handIn === null) return;
  const { at, name, memberIds: to } = handIn;
  await Mailing.queue(ctx, {
    kind: "receipts",
    to,
    letter: letterOf(name, { receipt, at }),
    toUnproven: letterOf("Your team's project", { receipt, at }),
  });
}

/** `at`: milliseconds since the epoch. */
function letterOf(
  what: string,
  { receipt, at }: { receipt: number; at: number },
) {
  const shown = shownReceipt(receipt);
  return {
    subject: `Handed in: receipt ${shown}`,
    paragraphs: [
      "Hello,",
      `${what} was handed in on ${indianTime(at)}. Receipt ${shown}.`,
    ],
    button: { words: "Open the project", link: "/project" },
    notes: [
      "Until submissions close, the project can be changed and handed in again; the last hand-in counts.",
      "Keep this mail: the number is the receipt.",
    ],
  };
}

/** The mails about a team that waits: to all mentors, or to the one who did not come. Writes nothing itself. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { durationInWords } from "../../shared/text";
import { waitOf } from "../../shared/helpQueue";
import * as Mailing from "../platform/mailing";
import * as Users from "../people/users";

/** Queues the mail to the mentors, or to the organisers of an event that has none. */
export async function remind(ctx: MutationCtx, row: Doc<"helpRequests">) {
  const mentors = await Users.listWithRole(ctx, "mentor");
  const people =
    mentors.length > 0 ? mentors : await Users.listWithRole(ctx, "organiser");
  const waited = durationInWords(waitOf(row, Date.now()) / 1000);
  await Mailing.queue(ctx, {
    kind: "help",
    to: people.map(({ _id }) => _id),
    letter: {
      subject: `${row.teamName} waits for help`,
      paragraphs: [
        "Hello,",
        `The team ${row.teamName} has waited for ${waited}. It sits here: ${row.place}`,
        `${row.topic}: ${row.problem}`,
      ],
      button: { words: "Open the queue", link: "/help" },
      notes: ["This is the only reminder of this request."],
    },
  });
}

/** Queues the mail to whoever had taken the request, of whom the team says that they did not come. */
export async function tellWhoDidNotCome(
  ctx: MutationCtx,
  { teamName, place, takenBy }: Doc<"helpRequests">,
) {
  await Mailing.queue(ctx, {
    kind: "help",
    to: takenBy ? [takenBy] : [],
    letter: {
      subject: `${teamName} still waits for help`,
      paragraphs: [
        "Hello,",
        `You have taken the request of the team ${teamName}, and the team says that nobody came. It is back in the queue, where it was. They sit here: ${place}`,
        "If you are on your way, take it again, so that no other mentor comes too.",
      ],
      button: { words: "Open the queue", link: "/help" },
      notes: [],
    },
  });
}

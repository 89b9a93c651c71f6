import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { MailKind } from "#convex/platform/shared/mail";
import { messageOf } from "../../lib/forms/error-message";
import { notify } from "../../lib/notify";
import { Checkbox } from "../../ui/text-field";

const labels: Record<MailKind, string> = {
  announcements: "Important announcements",
  requests: "Requests, offers and their answers",
  reminders: "Reminders to hand in",
  help: "Teams that wait for help",
};

const kinds = Object.keys(labels) as MailKind[];

/** A switch for each kind of mail that the person gets and can do without. */
export function MailSwitches({
  mailOff,
  isHelping,
}: {
  mailOff: readonly MailKind[];
  /** Whether teams wait for the person's help. */
  isHelping: boolean;
}) {
  const switchMail = useMutation(api.users.switchMail).withOptimisticUpdate(
    (store, { kind, isOn }) => {
      const me = store.getQuery(api.users.me, {});
      if (!me) return;
      const others = me.mailOff.filter((off) => off !== kind);
      store.setQuery(
        api.users.me,
        {},
        { ...me, mailOff: isOn ? others : [...others, kind] },
      );
    },
  );
  // In the order of the presses, so that none waits for the answer to the one before.
  const change = (kind: MailKind, isOn: boolean) =>
    switchMail({ kind, isOn }).catch((error: unknown) =>
      notify.error(messageOf(error, "Failed to change your mail")),
    );
  const own = kinds.filter((kind) => kind !== "help" || isHelping);
  return (
    <div className="stack gap-5">
      {own.map((kind) => (
        <Checkbox
          key={kind}
          label={labels[kind]}
          checked={!mailOff.includes(kind)}
          onChange={({ target }) => void change(kind, target.checked)}
        />
      ))}
    </div>
  );
}

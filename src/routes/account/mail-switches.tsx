import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { MailKind } from "#convex/shared/mail";
import { useAction } from "../../lib/use-action";
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
  const { run } = useAction("Failed to change your mail");
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
  const own = kinds.filter((kind) => kind !== "help" || isHelping);
  return (
    <div className="stack gap-5">
      {own.map((kind) => (
        <Checkbox
          key={kind}
          label={labels[kind]}
          checked={!mailOff.includes(kind)}
          onChange={({ target }) =>
            void run(() => switchMail({ kind, isOn: target.checked }))
          }
        />
      ))}
    </div>
  );
}

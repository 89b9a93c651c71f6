import { api } from "#convex/_generated/api";
import { subscribeSchema } from "#convex/contact/shared";
import { stayUpdated } from "../../content/calls";
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { clearLater } from "../../lib/forms/clear-later";
import { notify } from "../../lib/notify";
import { sendOnce } from "../../lib/connection/send-once";
import { useForm } from "../../lib/forms/use-form";
import { Button } from "../../ui/button";
import { NeedsScript } from "../../ui/needs-script";
import { PendingNote } from "../../ui/pending-note";
import { TextField } from "../../ui/text-field";
import styles from "./stay-updated-form.module.css";

/** Subscribes to the news. The answer does not reveal whether an address is on the list already. */
export function StayUpdatedForm() {
  const { formProps, errors, notice, isPending } = useForm({
    schema: subscribeSchema,
    failure: "Failed to subscribe. Please try again later.",
    onSubmit: async ({ email }, form) => {
      const clear = clearLater(form);
      await withBotCheck((proof) =>
        sendOnce(api.subscribers.subscribe, { email, ...proof }),
      );
      clear();
      notify.success("You are on the list. We will send you news by email.");
    },
  });
  return (
    <form
      {...formProps}
      className={`grid gap-2 items-start ${styles.form}`}
      aria-labelledby={stayUpdated}
    >
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="email"
        error={errors.email ?? notice}
      />
      <div className={styles.send}>
        <Button type="submit" isPending={isPending}>
          Subscribe
        </Button>
      </div>
      <PendingNote isPending={isPending}>Subscribing</PendingNote>
      <NeedsScript>Subscribing</NeedsScript>
    </form>
  );
}

import { api } from "#convex/_generated/api";
import { contactMessageSchema } from "#convex/contact/shared";
import { contact } from "../../content/contact";
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { clearLater } from "../../lib/forms/clear-later";
import { notify } from "../../lib/notify";
import { sendOnce } from "../../lib/connection/send-once";
import { useForm } from "../../lib/forms/use-form";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { PendingNote } from "../../ui/pending-note";
import { TextArea, TextField } from "../../ui/text-field";
import styles from "./message-form.module.css";

/** The fields are cleared only after the message was accepted, and if they still have what was sent. */
export function MessageForm() {
  const { formProps, field, notice, isPending } = useForm({
    schema: contactMessageSchema,
    failure: "Failed to send message. Please try again later.",
    onSubmit: async (message, form) => {
      const clear = clearLater(form);
      await withBotCheck((proof) =>
        sendOnce(api.contact.send, { ...message, ...proof }),
      );
      clear();
      notify.success(
        "Message sent successfully! We will get back to you soon.",
      );
    },
  });
  return (
    <Panel aria-labelledby="message-form">
      <form
        {...formProps}
        className="stack gap-5"
        aria-labelledby="message-form"
      >
        <h2 id="message-form">{contact.formHeading}</h2>
        <div className={`stack gap-5 items-start ${styles.sender}`}>
          <TextField label="Name" {...field("name")} autoComplete="name" />
          <TextField
            label="Email"
            {...field("email")}
            type="email"
            autoComplete="email"
          />
        </div>
        <TextField label="Subject" {...field("subject")} autoComplete="off" />
        <TextArea label="Message" {...field("message")} rows={6} />
        <FormNotice>{notice}</FormNotice>
        <Button type="submit" tone="signal" size="large" isPending={isPending}>
          {isPending ? "SENDING..." : "SEND MESSAGE"}
        </Button>
        <PendingNote isPending={isPending}>Sending your message</PendingNote>
      </form>
    </Panel>
  );
}

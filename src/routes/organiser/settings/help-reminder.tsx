import { useMutation } from "convex/react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { REMINDER_MINUTES } from "#convex/shared/helpQueue";
import type { Settings } from "#convex/shared/settings";
import { notify } from "../../../lib/notify";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";

/** The deployment checks the number. */
const schema = z.object({ helpReminderMinutes: z.string() });

/** After how long all mentors are reminded of a team that waits. */
export function HelpReminder({
  settings: { helpReminderMinutes = REMINDER_MINUTES },
}: {
  settings: Settings;
}) {
  const change = useMutation(api.settings.change);
  const { formProps, field, notice, isPending } = useForm({
    schema,
    failure: "Failed to set the minutes",
    onSubmit: async ({ helpReminderMinutes: typed }) => {
      await change({ helpReminderMinutes: Number(typed) });
      notify.success("Minutes set");
    },
  });
  return (
    <form {...formProps} className="stack gap-3" aria-label="Help reminder">
      <TextField
        key={helpReminderMinutes}
        label="Minutes until all mentors are reminded of a team that waits for help"
        {...field("helpReminderMinutes")}
        inputMode="numeric"
        defaultValue={helpReminderMinutes}
      />
      <FormNotice>{notice}</FormNotice>
      <div>
        <Button type="submit" isPending={isPending}>
          Set the minutes
        </Button>
      </div>
    </form>
  );
}

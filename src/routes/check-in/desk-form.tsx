import { pick } from "zod/mini";
import { checkInSchema } from "#convex/checkIns/shared/checkIns";
import { useForm } from "../../lib/forms/use-form";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { Checkbox, TextField } from "../../ui/text-field";
import type { Desk } from "./kept-desk";

const schema = pick(checkInSchema, { desk: true });

/** Which desk this phone is, and by what it tells beside the screen. */
export function DeskForm({
  desk,
  onChange,
  onDone,
}: {
  desk: Desk;
  onChange: (changed: Partial<Desk>) => void;
  onDone: () => void;
}) {
  const { formProps, field } = useForm({
    schema,
    failure: "Failed to name the desk",
    onSubmit: async ({ desk: name }) => {
      onChange({ name });
      onDone();
    },
  });
  return (
    <form {...formProps} className="stack gap-4">
      <TextField
        label="Which desk is this phone?"
        {...field("desk")}
        autoComplete="off"
        defaultValue={desk.name}
        hint="Such as Desk 1. Each phone at the door has a name of its own: a second check-in says at which desk the first was."
      />
      <Checkbox
        label="Sound"
        checked={desk.isLoud}
        onChange={({ target }) => onChange({ isLoud: target.checked })}
      />
      <Checkbox
        label="Vibration, where the phone has it"
        checked={desk.isFelt}
        onChange={({ target }) => onChange({ isFelt: target.checked })}
      />
      <div className="row gap-3">
        <Button type="submit" tone="signal">
          {desk.name === "" ? "Start" : "Save"}
        </Button>
        <LinkButton to={paths.dashboard}>Leave the desk</LinkButton>
      </div>
    </form>
  );
}

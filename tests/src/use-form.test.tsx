import { useLayoutEffect, useRef } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { refusal, refuse } from "#convex/platform/shared/errors";
import { createTeamSchema } from "#convex/teams/shared/teams";
import { SkillsField } from "../../src/features/profile/skills-field";
import { useForm } from "../../src/lib/forms/use-form";
import { ComposeForm } from "../../src/routes/organiser/editing/compose-form";
import { FormNotice } from "../../src/ui/form-notice";
import { Checkbox, TextArea, TextField } from "../../src/ui/text-field";
import { act, click, field, fill, fireEvent, open } from "./rendering";
import { press, screen, tick } from "./rendering";

const notify = vi.hoisted(() => ({
  error: vi.fn<(message: string) => void>(),
  endErrors: vi.fn<() => void>(),
}));
vi.mock("../../src/lib/notify", () => ({ notify }));
beforeEach(() => notify.error.mockReset());

type Send = () => Promise<void>;
type TeamFormProps = {
  onSubmit: Send;
  onDone?: () => void;
  hasToasts?: boolean;
};

function TeamForm({ onSubmit, onDone, hasToasts = false }: TeamFormProps) {
  const { formProps, errors, notice, isPending } = useForm({
    schema: createTeamSchema,
    failure: "Failed to create team",
    fieldOf: { already_in_team: "name" },
    onSubmit,
    hasToasts,
    ...(onDone && { onDone }),
  });
  return (
    <form {...formProps} aria-label="team">
      <TextField label="Name" name="name" error={errors.name} />
      <TextField label="About" name="description" error={errors.description} />
      <FormNotice>{notice}</FormNotice>
      {isPending && <p>sending</p>}
    </form>
  );
}

const send = () => fireEvent.submit(screen.getByRole("form"));
function submit(onSubmit: Send, name = "Night Owls", hasToasts = false) {
  open(<TeamForm {...{ onSubmit, hasToasts }} />);
  fill("Name", name);
  send();
}
const expectKept = () => expect(field("Name").value).toBe("Night Owls");

test.each([false, true])(
  "what breaks a rule is said beside the field; and in a toast, if the form has toasts: %s",
  (hasToasts) => {
    const onSubmit = vi.fn<Send>(async () => {});
    submit(onSubmit, "  ", hasToasts);
    const sentence = "Team name is required";
    screen.getByText(sentence);
    expect(notify.error.mock.calls).toEqual(hasToasts ? [[sentence]] : []);
    expect(document.activeElement).toBe(field("Name"));
    expect(onSubmit).not.toHaveBeenCalled();
  },
);

test("a refusal goes to the field it is about and keeps what was typed", async () => {
  submit(async () => refuse("already_in_team"));
  await screen.findByText("You are already in a team.");
  expectKept();
  expect(document.activeElement).toBe(field("Name"));
});

test("how long to wait is said beside the form until the time is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  submit(async () => refuse("rate_limited", { waitSeconds: 40 }));
  const sentence = "Too many attempts. Please try again in 40 seconds.";
  const isSaid = () => screen.queryByText(sentence) !== null;
  await expect.poll(isSaid).toBe(true);
  expect(notify.error).toHaveBeenCalledWith(sentence);
  act(() => void vi.advanceTimersByTime(39_000));
  expect(isSaid()).toBe(true);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(isSaid()).toBe(false);
  expectKept();
});

test("a sentence that names no time is shown with the time to wait", async () => {
  const told = { waitSeconds: 300 };
  submit(async () => refuse("too_many_requests", told));
  const { message } = refusal("too_many_requests", told);
  await screen.findByText(`${message} You can try again in 5 minutes.`);
  expect(notify.error).toHaveBeenCalledWith(message);
});

test("anything else is said in the specified words", async () => {
  submit(() => Promise.reject(new Error("Server Error")));
  await expect
    .poll(() => notify.error)
    .toHaveBeenCalledWith("Failed to create team");
  expectKept();
});

test("a form that is being sent is not sent twice", async () => {
  let finish = () => {};
  const onSubmit = vi.fn<Send>(() => new Promise((end) => (finish = end)));
  submit(onSubmit);
  await screen.findByText("sending");
  send();
  finish();
  await expect.poll(() => screen.queryByText("sending")).toBeNull();
  expect(onSubmit).toHaveBeenCalledOnce();
});

/** Somebody presses at the moment in which React listens, and `public/first-paint.js` still holds forms back. */
function PressedInBetween({ onSubmit }: { onSubmit: Send }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = ref.current?.querySelector("form");
    form?.querySelector("input")?.setAttribute("value", "Night Owls");
    form?.setAttribute("data-waiting", "");
    form?.requestSubmit();
  }, []);
  return (
    <div ref={ref}>
      <TeamForm onSubmit={onSubmit} />
    </div>
  );
}

test("a form that is sent while the page comes alive is sent once", () => {
  const onSubmit = vi.fn<Send>(async () => {});
  open(<PressedInBetween onSubmit={onSubmit} />);
  expect(onSubmit).toHaveBeenCalledOnce();
});

describe("what is typed while a form is being sent", () => {
  let answer = () => {};
  const sending = () => new Promise<void>((resolve) => (answer = resolve));
  const answered = () => act(async () => answer());

  test("keeps a form open that would close", async () => {
    const meanwhile = "This was sent without what you have typed since then.";
    const onDone = vi.fn<() => void>();
    open(<TeamForm onSubmit={sending} onDone={onDone} />);
    fill("Name", "Night Owls");
    send();
    fill("About", "We code at night");
    await answered();
    expect(onDone).not.toHaveBeenCalled();
    expect(field("About").value).toBe("We code at night");
    screen.getByText(meanwhile);
    send();
    await answered();
    expect(onDone).toHaveBeenCalledOnce();
    expect(screen.queryByText(meanwhile)).toBeNull();
  });

  test("stays in a form for the next one, whose other fields are empty", async () => {
    const initial = { title: "", body: "", isPinned: false };
    open(
      <ComposeForm
        label="New"
        schema={z.any()}
        initial={initial}
        preview={(typed) => <code>{JSON.stringify(typed)}</code>}
        submit={() => ({ label: "Publish", pending: "", failure: "" })}
        onSubmit={sending}
      >
        {() => (
          <>
            <TextField label="Title" name="title" />
            <TextArea label="Text" name="body" />
            <Checkbox label="Pin" name="isPinned" />
          </>
        )}
      </ComposeForm>,
    );
    const body = "At one. Bring a plate.";
    fill(/^Title/, "Lunch");
    fill(/^Text/, "At one.");
    tick(/^Pin/);
    await press("Publish");
    fill(/^Text/, body);
    await answered();
    const left = JSON.stringify({ ...initial, body });
    expect(screen.getByRole("code").textContent).toBe(left);
    expect(field(/^Text/).value).toBe(body);
    expect(field(/^Title/).value).toBe("");
    fireEvent.click(screen.getByRole("button"));
    await answered();
    expect(field(/^Text/).value).toBe("");
  });

  test("stays among skills, and one that was only typed is added", () => {
    const skills = (...initial: string[]) => (
      <form>
        <SkillsField label="Skills" initial={initial} errors={{}} />
      </form>
    );
    const { show } = open(skills("Go"));
    const value = () =>
      document.querySelector<HTMLInputElement>("[name=skills]")?.value;
    fill(/^Skills/, "Rust");
    show(skills("Go", "Rust"));
    expect(value()).toBe("Go\nRust\n");
    fill(/^Skills/, "C");
    show(skills("Go"));
    expect(value()).toBe("Go\nC");
    click("Add");
    fill(/^Skills/, "D");
    show(skills("Go", "C", "Java"));
    expect(value()).toBe("Go\nC\nD");
  });
});

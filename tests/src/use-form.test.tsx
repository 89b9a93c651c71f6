import { ConvexError } from "convex/values";
import { useLayoutEffect, useRef } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { refusal } from "#convex/platform/shared/errors";
import { createTeamSchema } from "#convex/teams/shared/teams";
import { SkillsField } from "../../src/features/profile/skills-field";
import { useForm } from "../../src/lib/forms/use-form";
import { ComposeForm } from "../../src/routes/organiser/editing/compose-form";
import { FormNotice } from "../../src/ui/form-notice";
import { Checkbox, TextArea, TextField } from "../../src/ui/text-field";
import { act, fireEvent, render, screen } from "./rendering";

const notify = vi.hoisted(() => ({
  error: vi.fn<(message: string) => void>(),
  endErrors: vi.fn<() => void>(),
}));
vi.mock("../../src/lib/notify", () => ({ notify }));
beforeEach(() => notify.error.mockReset());

type TeamFormProps = {
  onSubmit: () => Promise<void>;
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

function submit(
  name: string,
  onSubmit: () => Promise<void>,
  hasToasts?: boolean,
) {
  render(<TeamForm onSubmit={onSubmit} {...(hasToasts && { hasToasts })} />);
  const input = screen.getByLabelText<HTMLInputElement>("Name");
  fireEvent.change(input, { target: { value: name } });
  fireEvent.submit(screen.getByRole("form", { name: "team" }));
  return input;
}

test.each([false, true])(
  "what breaks a rule is said beside the field; and in a toast, if the form has toasts: %s",
  (hasToasts) => {
    const onSubmit = vi.fn<() => Promise<void>>(async () => {});
    const input = submit("  ", onSubmit, hasToasts);
    expect(screen.getByText("Team name is required")).toBeDefined();
    expect(notify.error.mock.calls).toEqual(
      hasToasts ? [["Team name is required"]] : [],
    );
    expect(document.activeElement).toBe(input);
    expect(onSubmit).not.toHaveBeenCalled();
  },
);

test("a refusal goes to the field it is about and keeps what was typed", async () => {
  const input = submit("Night Owls", async () => {
    throw new ConvexError(refusal("already_in_team", {}));
  });
  expect(await screen.findByText("You are already in a team.")).toBeDefined();
  expect(input.value).toBe("Night Owls");
  expect(document.activeElement).toBe(input);
});

test("how long to wait is said beside the form until the time is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const input = submit("Night Owls", async () => {
    throw new ConvexError(refusal("rate_limited", { waitSeconds: 40 }));
  });
  const sentence = "Too many attempts. Please try again in 40 seconds.";
  await expect.poll(() => screen.queryByText(sentence)).not.toBeNull();
  expect(notify.error).toHaveBeenCalledWith(sentence);
  act(() => void vi.advanceTimersByTime(39_000));
  expect(screen.queryByText(sentence)).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(sentence)).toBeNull();
  expect(input.value).toBe("Night Owls");
});

test("a sentence that names no time is shown with the time to wait", async () => {
  submit("Night Owls", async () => {
    throw new ConvexError(refusal("too_many_requests", { waitSeconds: 300 }));
  });
  const [sentence] = [
    refusal("too_many_requests", { waitSeconds: 300 }).message,
  ];
  await screen.findByText(`${sentence} You can try again in 5 minutes.`);
  expect(notify.error).toHaveBeenCalledWith(sentence);
});

test("anything else is said in the specified words", async () => {
  const input = submit("Night Owls", async () => {
    throw new Error("Server Error");
  });
  await expect
    .poll(() => notify.error)
    .toHaveBeenCalledWith("Failed to create team");
  expect(input.value).toBe("Night Owls");
});

test("a form that is being sent is not sent twice", async () => {
  let finish = () => {};
  const onSubmit = vi.fn<() => Promise<void>>(
    () => new Promise<void>((resolve) => (finish = resolve)),
  );
  submit("Night Owls", onSubmit);
  await screen.findByText("sending");
  fireEvent.submit(screen.getByRole("form", { name: "team" }));
  finish();
  await expect.poll(() => screen.queryByText("sending")).toBeNull();
  expect(onSubmit).toHaveBeenCalledOnce();
});

/** Somebody presses at the moment in which React listens, and `public/first-paint.js` still holds forms back. */
function PressedInBetween({ onSubmit }: { onSubmit: () => Promise<void> }) {
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

test("a form that is sent while the page comes alive is sent once", async () => {
  const onSubmit = vi.fn<() => Promise<void>>(async () => {});
  render(<PressedInBetween onSubmit={onSubmit} />);
  expect(onSubmit).toHaveBeenCalledOnce();
});

describe("what is typed while a form is being sent", () => {
  const meanwhile = "This was sent without what you have typed since then.";
  let answer = () => {};
  const sending = vi.fn<(values: unknown) => Promise<void>>(
    () => new Promise<void>((resolve) => (answer = resolve)),
  );
  const answered = () => act(async () => answer());
  const field = (label: string) =>
    screen.getByLabelText<HTMLInputElement>(label, { exact: false });
  const type = (label: string, value: string) =>
    fireEvent.input(field(label), { target: { value } });

  test("keeps a form open that would close", async () => {
    const onDone = vi.fn<() => void>();
    const onSubmit = async () => sending(null);
    render(<TeamForm {...{ onSubmit, onDone }} />);
    const send = () => fireEvent.submit(screen.getByRole("form"));
    type("Name", "Night Owls");
    send();
    type("About", "We code at night");
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
    render(
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
    type("Title", "Lunch");
    type("Text", "At one.");
    fireEvent.click(field("Pin"));
    fireEvent.click(screen.getByRole("button"));
    type("Text", "At one. Bring a plate.");
    await answered();
    const body = "At one. Bring a plate.";
    const left = JSON.stringify({ ...initial, body });
    expect(screen.getByRole("code").textContent).toBe(left);
    expect(field("Text").value).toBe(body);
    expect(field("Title").value).toBe("");
    fireEvent.click(screen.getByRole("button"));
    await answered();
    expect(field("Text").value).toBe("");
  });

  test("stays among skills, and one that was only typed is added", () => {
    const skills = (initial: string[]) => (
      <form>
        <SkillsField label="Skills" initial={initial} errors={{}} />
      </form>
    );
    const { rerender } = render(skills(["Go"]));
    const value = () =>
      document.querySelector<HTMLInputElement>("[name=skills]")?.value;
    const change = (typed: string) =>
      fireEvent.change(screen.getByRole("combobox"), {
        target: { value: typed },
      });
    change("Rust");
    rerender(skills(["Go", "Rust"]));
    expect(value()).toBe("Go\nRust\n");
    change("C");
    rerender(skills(["Go"]));
    expect(value()).toBe("Go\nC");
    fireEvent.click(screen.getByRole("button", { name: "Add" }));
    change("D");
    rerender(skills(["Go", "C", "Java"]));
    expect(value()).toBe("Go\nC\nD");
  });
});

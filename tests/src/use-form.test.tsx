import { ConvexError } from "convex/values";
import { useLayoutEffect, useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/shared/errors";
import { createTeamSchema } from "#convex/shared/schemas";
import { useForm } from "../../src/lib/use-form";
import { FormNotice } from "../../src/ui/form-notice";
import { TextField } from "../../src/ui/text-field";
import { act, fireEvent, render, screen } from "./rendering";

const notify = vi.hoisted(() => ({
  error: vi.fn<(message: string) => void>(),
  endErrors: vi.fn<() => void>(),
}));
vi.mock("../../src/lib/notify", () => ({ notify }));
beforeEach(() => notify.error.mockReset());

function TeamForm({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const { formProps, errors, notice, isPending } = useForm({
    schema: createTeamSchema,
    failure: "Failed to create team",
    fieldOf: { already_in_team: "name" },
    onSubmit,
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

function submit(name: string, onSubmit: () => Promise<void>) {
  render(<TeamForm onSubmit={onSubmit} />);
  const input = screen.getByLabelText<HTMLInputElement>("Name");
  fireEvent.change(input, { target: { value: name } });
  fireEvent.submit(screen.getByRole("form", { name: "team" }));
  return input;
}

test("what breaks a rule is said beside the field and in a toast", () => {
  const onSubmit = vi.fn<() => Promise<void>>(async () => {});
  const input = submit("  ", onSubmit);
  expect(screen.getByText("Team name is required")).toBeDefined();
  expect(notify.error).toHaveBeenCalledWith("Team name is required");
  expect(document.activeElement).toBe(input);
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a refusal goes to the field it is about and keeps what was typed", async () => {
  const input = submit("Night Owls", async () => {
    throw new ConvexError(refusal("already_in_team", {}));
  });
  expect(await screen.findByText("You are already in a team")).toBeDefined();
  expect(input.value).toBe("Night Owls");
  expect(document.activeElement).toBe(input);
});

test("how long to wait is said beside the form until the time is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
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
  } finally {
    vi.useRealTimers();
  }
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

/** What the forms for an account say when they are refused: beside the fields, and in a toast. */
import { ConvexError } from "convex/values";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import { keepInvitation } from "../../src/lib/kept/kept-invitation";
import { NewAccountForm } from "../../src/routes/appointment/new-account-form";
import { Component as Login } from "../../src/routes/login/route";
import { Component as Register } from "../../src/routes/register/route";
import { NewPasswordForm } from "../../src/routes/reset-password/new-password-form";
import { field, fill, fireEvent, open, press, screen } from "./rendering";

const signIn = vi.hoisted(() =>
  vi.fn<(provider: string, params: { flow: string }) => Promise<void>>(),
);
vi.mock("../../src/lib/session/session-store", () => ({
  sessionActions: async () => ({ signIn }),
  signedIn: async () => {},
  endSession: async () => true,
}));
const notify = vi.hoisted(() => ({
  error: vi.fn<(message: string) => void>(),
  success: vi.fn<(message: string) => void>(),
  endErrors: vi.fn<() => void>(),
}));
vi.mock("../../src/lib/notify", () => ({ notify }));

beforeEach(() => {
  // The host answers.
  vi.stubGlobal("fetch", async () => new Response());
  signIn.mockReset();
  notify.error.mockReset();
  notify.success.mockReset();
});

async function send(texts: Record<string, string>, button: string) {
  for (const [label, value] of Object.entries(texts)) fill(label, value);
  await press(button);
}

/** What stands beside the fields that were refused, by their names. */
const errors = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]")].map(
      (input) => {
        const [id = ""] =
          input.getAttribute("aria-describedby")?.split(" ") ?? [];
        return [input.name, document.getElementById(id)?.textContent];
      },
    ),
  );

/** It was said in a toast too, and what was typed is still there. */
function expectSaid(sentence: string, texts: Record<string, string>) {
  expect(notify.error.mock.calls).toEqual([[sentence]]);
  for (const [label, text] of Object.entries(texts))
    expect(field(label).value).toBe(text);
}

const email = "asha.rao@example.in";
const twice = (password: string) => ({
  Password: password,
  "Confirm password": password,
});
const complete = {
  "Full name": "Asha Rao",
  Email: email,
  ...twice("correct horse 36"),
};
const DIFFER = "Passwords do not match.";
const SHORT = "Password must be at least 6 characters long.";
const WEAK = "Password is too weak. Please use a stronger password.";

test.each([
  [{ "Confirm password": "other" }, { confirmPassword: DIFFER }],
  [{ "Confirm password": "" }, { confirmPassword: DIFFER }],
  [twice("12345"), { password: SHORT }],
  [{ Email: "asha@" }, { email: "Invalid email address." }],
  [twice(email), { password: WEAK }],
  [
    { "Full name": "", "Confirm password": "other" },
    { name: "Name is required", confirmPassword: DIFFER },
  ],
  [{}, { acceptsTerms: "Please accept the terms to continue." }],
])("whoever registers with %j reads %j", async (override, refused) => {
  const texts = { ...complete, ...override };
  open(<Register />);
  if (!("acceptsTerms" in refused))
    fireEvent.click(screen.getByRole("checkbox"));
  await send(texts, "CREATE ACCOUNT");
  expect(errors()).toEqual(refused);
  expectSaid(Object.values(refused)[0] ?? "", texts);
  expect(signIn).not.toHaveBeenCalled();
});

const credentials = { Email: email, Password: complete.Password };
const refused = (...told: Parameters<typeof refusal>) =>
  new ConvexError(refusal(...told) as never);
const broken = new Error("Server Error");
const IN_USE = "Email is already in use. Please login instead.";
const UNKNOWN = "No account found with this email. Please sign up.";
const LATER = "Failed to log in. Please try again later.";

test.each([
  ["registers", refused("email_in_use", {}), IN_USE, "email"],
  ["registers", broken, "Failed to create account.", undefined],
  ["logs in", refused("user_not_found", {}), UNKNOWN, "email"],
  ["logs in", broken, LATER, undefined],
  [
    "logs in",
    new ConvexError({ code: "account_asleep" }),
    "Failed to log in. Please check your credentials.",
    undefined,
  ],
])("whoever %s and meets %s reads: %s", async (does, error, sentence, name) => {
  signIn.mockRejectedValue(error);
  const isNew = does === "registers";
  const texts = isNew ? complete : credentials;
  open(isNew ? <Register /> : <Login />);
  if (isNew) fireEvent.click(screen.getByRole("checkbox"));
  await send(texts, isNew ? "CREATE ACCOUNT" : "LOGIN");
  expect(errors()).toEqual(name === undefined ? {} : { [name]: sentence });
  expectSaid(sentence, texts);
});

const reset = { token: "token", email, onRefusedLink: () => {} };
const chosen = <NewPasswordForm {...reset} />;

test("a new password leads to the invitation that is kept", async () => {
  signIn.mockResolvedValue();
  keepInvitation("ABC123");
  const { router } = open(chosen);
  const { Password: _, ...texts } = twice("another horse 36");
  await send({ "New password": "another horse 36", ...texts }, "SET PASSWORD");
  expect(router.state.location.pathname).toBe("/join/ABC123");
});

const cut = () =>
  new Error("[CONVEX A(x)] Connection lost while action was in flight");

const invitation = { email, role: "judge", account: "none", viewer: null };
const invited = (
  <NewAccountForm token="token" invitation={invitation as never} />
);
const onceOnly = [
  ["an account is made", "signUp", "email_in_use", <Register key="form" />],
  ["a password is set", "resetVerification", "reset_link_used", chosen],
  ["an invitation is accepted", "acceptInvitation", "invitation_used", invited],
] as const;

/** Fills in what the form has, and sends it. */
async function sendForm(form: ReactNode) {
  open(form);
  const terms = screen.queryByRole("checkbox");
  if (terms) fireEvent.click(terms);
  const texts = { ...complete, "New password": complete.Password };
  const present = Object.entries(texts).filter(([label]) =>
    screen.queryByLabelText(label),
  );
  const button = document.querySelector("button[type=submit]")?.textContent;
  await send(Object.fromEntries(present), button ?? "");
}

test.each(onceOnly)(
  "while %s the line is cut: what was done all the same ends in a session, and nothing is said to have failed",
  async (_, flow, code, form) => {
    signIn
      .mockRejectedValueOnce(cut())
      .mockRejectedValueOnce(refused(code, {}))
      .mockRejectedValueOnce(cut())
      .mockResolvedValueOnce();
    await sendForm(form);
    const flows = signIn.mock.calls.map(([, params]) => params.flow);
    expect(flows).toEqual([flow, flow, "signIn", "signIn"]);
    const password = complete.Password;
    const login = { flow: "signIn", email, password };
    expect(signIn).toHaveBeenLastCalledWith("password", login);
    expect(notify.error).not.toHaveBeenCalled();
    expect(notify.success).toHaveBeenCalledOnce();
  },
);

test.each(onceOnly)(
  "while %s the line is cut, and somebody else had done it: the refusal stands",
  async (_, _flow, code, form) => {
    signIn
      .mockRejectedValueOnce(cut())
      .mockRejectedValueOnce(refused(code, {}))
      .mockRejectedValueOnce(refused("wrong_password", {}));
    await sendForm(form);
    expect(screen.getByText(refusal(code, {}).message)).toBeDefined();
    expect(notify.success).not.toHaveBeenCalled();
  },
);

test.each(onceOnly)(
  "while %s nothing is cut: its refusal is no reason to try the password",
  async (_, _flow, code, form) => {
    signIn.mockRejectedValueOnce(refused(code, {}));
    await sendForm(form);
    expect(signIn).toHaveBeenCalledOnce();
  },
);

test("a login whose line is cut is made again", async () => {
  signIn.mockRejectedValueOnce(cut()).mockResolvedValueOnce();
  open(<Login />);
  await send(credentials, "LOGIN");
  expect(signIn).toHaveBeenCalledTimes(2);
  expect(notify.error).not.toHaveBeenCalled();
});

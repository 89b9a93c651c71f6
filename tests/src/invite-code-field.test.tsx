import { expect, test } from "vitest";
import { InviteCodeField } from "../../src/features/team/join-team-form";
import { field, fill, open } from "./rendering";

test.each([
  ["the spaces of a pasted code are left out", " K7Q 0O2\n", "K7Q0O2"],
  [
    "the code of a pasted message is left",
    "Join us: https://hackarena.example/join/K7Q0O2. *See you*",
    "K7Q0O2",
  ],
  ["a letter keeps the case it will be sent in", "k7q0o2", "k7q0o2"],
])("%s", (_, typed, shown) => {
  open(<InviteCodeField error={undefined} />);
  fill("Invite code", typed);
  expect(field("Invite code").value).toBe(shown);
});

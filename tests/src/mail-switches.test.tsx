import { expect, test } from "vitest";
import { MailSwitches } from "../../src/routes/account/mail-switches";
import { calls, hold } from "./deployment";
import { open, screen, tick } from "./rendering";

const isOn = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .map(({ checked }) => checked);

test("a second switch does not wait for the answer to the first", () => {
  hold("users:switchMail");
  open(<MailSwitches mailOff={[]} isHelping={false} />);
  tick(/^Requests/);
  tick(/^Reminders/);
  expect(calls.map(([, args]) => args)).toEqual([
    { kind: "requests", isOn: false },
    { kind: "reminders", isOn: false },
  ]);
});

test("each kind of mail that the person gets has a switch that says whether it comes", () => {
  const { show } = open(
    <MailSwitches mailOff={["requests"]} isHelping={false} />,
  );
  expect(isOn()).toEqual([true, false, true]);
  show(<MailSwitches mailOff={["help"]} isHelping />);
  expect(isOn()).toEqual([true, true, true, false]);
  show(<MailSwitches mailOff={["requests"]} isHelping={false} />);
  tick(/^Requests/);
  expect(calls[0]?.[1]).toEqual({ kind: "requests", isOn: true });
});

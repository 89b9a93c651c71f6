import { beforeEach, expect, test, vi } from "vitest";
import { MailSwitches } from "../../src/routes/account/mail-switches";
import { fireEvent, render, screen } from "./rendering";

const switchMail = vi.hoisted(() => vi.fn<(args: object) => Promise<null>>());
vi.mock("convex/react", () => ({
  useMutation: () => ({ withOptimisticUpdate: () => switchMail }),
}));

beforeEach(() => {
  switchMail.mockReset().mockResolvedValue(null);
});

test("a second switch does not wait for the answer to the first", () => {
  switchMail.mockReturnValue(new Promise(() => {}));
  render(<MailSwitches mailOff={[]} isHelping={false} />);
  fireEvent.click(screen.getByLabelText(/^Requests/));
  fireEvent.click(screen.getByLabelText(/^Reminders/));
  expect(switchMail.mock.calls).toEqual([
    [{ kind: "requests", isOn: false }],
    [{ kind: "reminders", isOn: false }],
  ]);
});

test("each kind of mail that the person gets has a switch that says whether it comes", () => {
  const { rerender } = render(
    <MailSwitches mailOff={["requests"]} isHelping={false} />,
  );
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]);
  rerender(<MailSwitches mailOff={["help"]} isHelping />);
  expect(boxes().map(({ checked }) => checked)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  rerender(<MailSwitches mailOff={["requests"]} isHelping={false} />);
  fireEvent.click(screen.getByLabelText(/^Requests/));
  expect(switchMail.mock.calls).toEqual([[{ kind: "requests", isOn: true }]]);
});

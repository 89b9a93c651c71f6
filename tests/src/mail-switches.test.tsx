import { beforeEach, expect, test, vi } from "vitest";
import { MailSwitches } from "../../src/routes/account/mail-switches";
import { fireEvent, render, screen } from "./rendering";

const switchMail = vi.hoisted(() => vi.fn<(args: object) => Promise<null>>());
vi.mock("convex/react", () => ({
  useMutation: () => ({ withOptimisticUpdate: () => switchMail }),
}));

beforeEach(() => {
  switchMail.mockReset();
});

test("each kind of mail has a switch that says whether it comes", () => {
  render(<MailSwitches mailOff={["requests"]} />);
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
  fireEvent.click(screen.getByLabelText(/^Requests/));
  expect(switchMail.mock.calls).toEqual([[{ kind: "requests", isOn: true }]]);
});

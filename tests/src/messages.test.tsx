import { expect, test, vi } from "vitest";
import { Messages } from "../../src/routes/organiser/messages/messages";
import { answer, calls, responses } from "./deployment";
import { button, open, press, screen, within } from "./rendering";

const HOUR = 3_600_000;
const NOW = Date.parse("2025-06-20T12:00:00+05:30");

vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => NOW,
}));

const message = (subject: string, hours: number) => ({
  _id: subject,
  name: "Jai Patel",
  email: "jai.patel@example.in",
  subject,
  message: "Is there a place for a bus?",
  createdAt: new Date(NOW - hours * HOUR).toISOString(),
  handledAt: null,
  handledBy: null,
});
type Row = ReturnType<typeof message>;
const waiting = (...rows: Row[]) => ({ "organiser:messages": rows });

test("messages say how long they wait, and the focus stays among them when one goes, whoever handled it", async () => {
  let rows = [
    message("URGENT: door", 1.6),
    message("Parking", 30.5),
    message("Food", 2.5),
  ];
  const handleFirst = async () => answer(waiting(...(rows = rows.slice(1))));
  answer(waiting(...rows));
  responses["organiser:markMessage"] = handleFirst;
  open(<Messages />);
  const late = [...document.querySelectorAll("[data-late]")];
  const words = late.map(({ textContent }) => textContent);
  expect(words).toEqual(["Waiting for 30 hours"]);
  screen.getByText("Waiting for 2 hours");
  const hasFocus = () =>
    document.activeElement?.matches("[role=tabpanel] *") ?? false;
  const first = () => within(screen.getAllByRole("article")[0] as HTMLElement);
  button("Mark handled", first()).focus();
  await handleFirst();
  await expect.poll(hasFocus).toBe(true);
  expect(document.activeElement?.tagName).not.toBe("BUTTON");
  while (rows.length > 0) {
    button("Mark handled", first()).focus();
    await press("Mark handled", first());
  }
  screen.getByText("No one is waiting for an answer.");
  await expect.poll(hasFocus).toBe(true);
});

test("a message that is handled by mistake waits again by one press in the same place", async () => {
  const row = message("Parking", 30);
  answer(waiting(row));
  responses["organiser:markMessage"] = async ({ handled }: { handled: true }) =>
    answer(handled ? waiting() : waiting(row));
  open(<Messages />);
  await press("Mark handled");
  screen.getByText("“Parking” is handled.");
  await press(/^Undo: /);
  screen.getByRole("article", { name: "Parking" });
  expect(screen.queryByText("“Parking” is handled.")).toBeNull();
  expect(calls).toEqual([
    ["organiser:markMessage", { messageId: "Parking", handled: true }],
    ["organiser:markMessage", { messageId: "Parking", handled: false }],
  ]);
});

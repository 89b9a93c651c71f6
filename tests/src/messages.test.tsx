import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Messages } from "../../src/routes/organiser/messages/messages";
import { answer, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

const HOUR = 3_600_000;
const NOW = Date.parse("2025-06-20T12:00:00+05:30");

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));
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

test("messages say how long they wait, and the focus stays among them when one goes, whoever handled it", async () => {
  let waiting = [
    message("URGENT: door", 1.6),
    message("Parking", 30.5),
    message("Food", 2.5),
  ];
  const left = (rows: typeof waiting) => {
    waiting = rows;
    return { "organiser:messages": rows };
  };
  resetDeployment(left(waiting));
  responses["organiser:markMessage"] = async () =>
    answer(left(waiting.slice(1)));
  render(
    <MemoryRouter>
      <Messages />
    </MemoryRouter>,
  );
  const late = document.querySelectorAll("[data-late]");
  expect([...late].map(({ textContent }) => textContent)).toEqual([
    "Waiting for 30 hours",
  ]);
  screen.getByText("Waiting for 2 hours");
  const hasFocus = () =>
    document.activeElement?.matches("[role=tabpanel] *") ?? false;
  const handle = (card: HTMLElement) => {
    const button = within(card).getByRole("button", { name: "Mark handled" });
    button.focus();
    return button;
  };
  handle(screen.getByRole("article", { name: "URGENT: door" }));
  answer(left(waiting.slice(1)));
  await expect.poll(hasFocus).toBe(true);
  expect(document.activeElement?.tagName).not.toBe("BUTTON");
  while (waiting.length > 0) {
    const [first] = screen.getAllByRole("article");
    await act(async () => {
      fireEvent.click(handle(first as HTMLElement));
    });
  }
  screen.getByText("No one is waiting for an answer.");
  await expect.poll(hasFocus).toBe(true);
});

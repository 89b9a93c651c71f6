import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Screens } from "../../src/routes/organiser/settings/screens";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));

test("a sentence that is being typed stays when another organiser changes it, and what is sent follows later changes", async () => {
  const saying = (sentence: string) => ({
    "screens:list": [
      {
        _id: "s1",
        name: "Stage left",
        code: "ABCD2345",
        show: "all",
        isBlank: false,
        sentence,
        sign: null,
      },
    ],
  });
  resetDeployment(saying("Lunch at one"));
  render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  );
  const field = () =>
    screen.getByLabelText<HTMLInputElement>("Sentence above everything");
  expect(field().value).toBe("Lunch at one");
  fireEvent.change(field(), { target: { value: "Dinner" } });
  answer(saying("Lunch at two"));
  expect(field().value).toBe("Dinner");
  fireEvent.click(screen.getByRole("button", { name: "Show it" }));
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.[1]).toMatchObject({ sentence: "Dinner" });
  answer(saying("Dinner"));
  await expect.poll(() => field().value).toBe("Dinner");
  answer(saying("Quiz at nine"));
  await expect.poll(() => field().value).toBe("Quiz at nine");
});

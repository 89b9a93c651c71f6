import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Addresses } from "../../src/routes/organiser/settings/addresses";
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

test("an address that was not typed here is not saved over what another organiser has made of it, nor one that was saved before", async () => {
  const live = (discord: string) => ({
    "settings:current": { addresses: { discord } },
  });
  resetDeployment(live("https://discord.example/none"));
  render(
    <MemoryRouter>
      <Addresses />
    </MemoryRouter>,
  );
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () =>
    fireEvent.click(screen.getByRole("button", { name: /^Save/u }));
  const field = () => screen.getByLabelText(/^Community/u);
  answer(live("https://discord.example/one"));
  expect(field()).toHaveProperty("value", "https://discord.example/one");
  type(/^Community/u, "https://discord.example/two");
  save();
  await expect.poll(() => calls).toHaveLength(1);
  answer(live("https://discord.example/two"));
  answer(live("https://discord.example/three"));
  await expect
    .poll(() => field())
    .toHaveProperty("value", "https://discord.example/three");
  type(/^Name of the venue/u, "Hall 5");
  save();
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.[1]).toMatchObject({
    discord: "https://discord.example/three",
    venueName: "Hall 5",
  });
});

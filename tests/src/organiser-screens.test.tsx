import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { Addresses } from "../../src/routes/organiser/settings/addresses";
import { Screens } from "../../src/routes/organiser/settings/screens";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen, within } from "./rendering";

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

test("who answers a request that another organiser answers meanwhile reads so", () => {
  const asked = (settled: object = {}) => ({
    "listings:reports": { open: [], settled: [], more: 0, isComplete: true },
    "changeRequests:list": [
      {
        _id: "c1",
        personName: "Asha Rao",
        kind: "other",
        reason: "My college changed.",
        answer: "",
        teamName: null,
        targetTeamName: null,
        sentAt: 0,
        outcome: null,
        settledAt: null,
        settledBy: null,
        obstacle: null,
        ends: null,
        ...settled,
      },
    ],
  });
  resetDeployment(asked());
  render(
    <MemoryRouter>
      <Requests />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^Answer/u }), {
    target: { value: "Not without a letter" },
  });
  answer(asked({ outcome: "approved", settledAt: 0, settledBy: "Olga" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText(/^Approved and done by Olga on/u);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls).toEqual([]);
});

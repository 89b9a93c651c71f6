import { expect, test, vi } from "vitest";
import { StaffBar } from "../../src/routes/projects/staff-bar";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/lib/session/session-store", () => ({
  useSession: () => ({ status: "signedIn" }),
}));

const published = (galleryPublished: boolean) => ({
  "settings:current": { galleryPublished },
});

test("who asks to publish the gallery closes it not when another organiser has published it", () => {
  resetDeployment({
    "users:me": { role: "organiser" },
    "projects:takenDown": [{ projectId: "p1", name: "Radar" }],
    "organiser:overview": { handedIn: 55 },
    ...published(false),
  });
  render(<StaffBar />);
  fireEvent.click(screen.getByRole("button", { name: "Publish the gallery" }));
  screen.getByRole("heading", { name: "Publish the gallery?" });
  screen.getByText("55 projects are handed in, 1 of them taken down.");
  answer(published(true));
  screen.getByText("Everyone sees this gallery.");
  expect(screen.queryByRole("heading", { name: /\?$/u })).toBeNull();
  expect(calls).toEqual([]);
});

import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { pages } from "../../src/content/pages";
import { keepInvitation } from "../../src/lib/kept/kept-invitation";
import { paths } from "../../src/paths";
import { Component as Buffer } from "../../src/routes/buffer/route";
import { act, render, screen } from "./rendering";

beforeEach(() => {
  vi.useFakeTimers();
});

test.each([
  {
    path: paths.bufferLogin,
    title: pages.bufferLogin.title,
    next: paths.dashboard,
  },
  {
    path: paths.bufferRegister,
    title: pages.bufferRegister.title,
    next: "/join/ABC123",
  },
])(
  "$path lasts 2500 ms and gives way to $next, where an invitation leads that is kept",
  async ({ path, title, next }) => {
    if (next !== paths.dashboard) keepInvitation("ABC123");
    const router = createMemoryRouter(
      [
        { path, Component: Buffer },
        { path: "*", element: null },
      ],
      { initialEntries: [paths.faq, path] },
    );
    render(<RouterProvider router={router} />);
    expect(screen.getByRole("progressbar", { name: title })).toBeDefined();
    expect(screen.getByRole("status").textContent).not.toBe("");
    await act(() => vi.advanceTimersByTimeAsync(2_499));
    expect(router.state.location.pathname).toBe(path);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(router.state.location.pathname).toBe(next);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.faq);
  },
);

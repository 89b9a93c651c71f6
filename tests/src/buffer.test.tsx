import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { pages } from "../../src/content/pages";
import { paths } from "../../src/paths";
import { Component as Buffer } from "../../src/routes/buffer/route";
import { act, render, screen } from "./rendering";

beforeEach(() => {
  vi.useFakeTimers();
});

test.each([
  { path: paths.bufferLogin, title: pages.bufferLogin.title },
  { path: paths.bufferRegister, title: pages.bufferRegister.title },
])(
  "$path lasts 2500 ms and gives way to the dashboard",
  async ({ path, title }) => {
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
    expect(router.state.location.pathname).toBe(paths.dashboard);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.faq);
  },
);

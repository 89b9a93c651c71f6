import { act, cleanup, configure, fireEvent } from "@testing-library/react";
import { render, screen } from "@testing-library/react";
import { createContext, use, type ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach } from "vitest";

// As long as what is polled: what comes late on a loaded laptop still counts.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);

export { act, fireEvent, render, screen, within } from "@testing-library/react";

/** What layouts give to the pages in them. */
const layout = {
  onGoogle: () => {},
  setIsLeaving: () => {},
  setOwnWords: () => {},
};
const Shown = createContext<ReactNode>(null);
const Page = () => use(Shown);

type Address = Parameters<typeof createMemoryRouter>[1];

/**
 * Shows a page within a layout, at `/` or another address.
 * @returns also the router, and `show`, which renders another page in its place
 */
export function open(page: ReactNode, address: Address = {}) {
  const children = [{ path: "*", element: <Page /> }];
  const router = createMemoryRouter(
    [{ element: <Outlet context={layout} />, children }],
    address,
  );
  const { rerender, ...others } = render(page, {
    wrapper: ({ children: shown }) => (
      <Shown value={shown}>
        <RouterProvider router={router} />
      </Shown>
    ),
  });
  return { ...others, router, show: (next: ReactNode) => rerender(next) };
}

type Where = Pick<typeof screen, "getByRole" | "getByLabelText">;

export const button = (name: string | RegExp, where: Where = screen) =>
  where.getByRole<HTMLButtonElement>("button", { name });

export const click = (name: string | RegExp, where?: Where) =>
  void fireEvent.click(button(name, where));

/** Clicks, and lets what follows at once follow. */
export const press = async (name: string | RegExp, where?: Where) =>
  act(async () => click(name, where));

/** A field by its label. */
export const field = (label: string | RegExp, where: Where = screen) =>
  where.getByLabelText<HTMLInputElement>(label);

export const tick = (label: string | RegExp, where?: Where) =>
  void fireEvent.click(field(label, where));

/** Writes into a field, or chooses from a list. */
export function fill(label: string | RegExp, value: string, where?: Where) {
  const input = field(label, where);
  const event = input.matches("select") ? fireEvent.change : fireEvent.input;
  event(input, { target: { value } });
}

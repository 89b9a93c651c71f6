/** The switch for announcements on this device, with a browser's push made up. */
import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerAgain } from "../../src/features/push/this-device";
import { ThisDevice } from "../../src/routes/account/this-device";
import { fireEvent, render, screen } from "./rendering";

const calls: [name: string, args: unknown][] = [];
const client = vi.hoisted(() => ({ query: vi.fn(), mutation: vi.fn() }));
vi.mock("convex/react", () => ({ useConvex: () => client }));

const subscription = {
  endpoint: "https://fcm.googleapis.com/fcm/send/a",
  toJSON: () => ({
    endpoint: subscription.endpoint,
    keys: { p256dh: "p", auth: "a" },
  }),
  unsubscribe: vi.fn(async () => true),
};
const pushManager = {
  subscribe: vi.fn(async () => subscription),
  getSubscription: async () => subscription,
};
const permission = { permission: "default", requestPermission: vi.fn() };
const DEVICE = { endpoint: subscription.endpoint, p256dh: "p", auth: "a" };

beforeEach(() => {
  calls.length = 0;
  localStorage.clear();
  vi.clearAllMocks();
  client.query.mockResolvedValue("key");
  client.mutation.mockImplementation(
    async (mutation: FunctionReference<"mutation">, args: unknown) => {
      calls.push([getFunctionName(mutation), args]);
    },
  );
  permission.permission = "default";
  permission.requestPermission.mockImplementation(
    async () => (permission.permission = "granted"),
  );
  vi.stubGlobal("Notification", permission);
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => ({ pushManager }) },
    configurable: true,
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const open = () =>
  render(
    <MemoryRouter>
      <ThisDevice uid="tara" />
    </MemoryRouter>,
  );
const box = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { hidden: true });

test("the browser is asked after the tap, and the device is registered until it is switched off", async () => {
  open();
  const tick = await box();
  expect(permission.requestPermission).not.toHaveBeenCalled();
  fireEvent.click(tick);
  await expect.poll(() => tick.checked).toBe(true);
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: "key",
  });
  expect(calls).toEqual([["push:register", DEVICE]]);
  fireEvent.click(tick);
  await expect.poll(() => tick.checked).toBe(false);
  expect(calls[1]).toEqual([
    "push:unregister",
    { endpoint: subscription.endpoint },
  ]);
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test("a no is remembered by the browser, and the page says where to change it", async () => {
  permission.requestPermission.mockImplementation(
    async () => (permission.permission = "denied"),
  );
  open();
  fireEvent.click(await box());
  await screen.findByText(/Allow notifications for this site/);
  expect((await box()).disabled).toBe(true);
  expect(calls).toEqual([]);
});

test("a subscription with another key is replaced", async () => {
  pushManager.subscribe.mockRejectedValueOnce(new Error("InvalidStateError"));
  open();
  fireEvent.click(await box());
  await expect.poll(() => calls).toEqual([["push:register", DEVICE]]);
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test("each opening registers again, for whoever wanted it and nobody else", async () => {
  open();
  fireEvent.click(await box());
  await expect.poll(() => calls).toHaveLength(1);
  await registerAgain(client, "omar");
  expect(calls).toHaveLength(1);
  await registerAgain(client, "tara");
  expect(calls).toHaveLength(2);
});

test("a browser without push says what an iPhone needs", async () => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  open();
  expect(screen.getByText(/add HackArena to the home screen/)).toBeTruthy();
});

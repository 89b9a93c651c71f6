/** The switch for announcements on this device, with a browser's push made up. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { registerAgain } from "../../src/features/push/this-device";
import { ThisDevice } from "../../src/routes/account/this-device";
import { answer, calls, convex, expectCalls } from "./deployment";
import { fireEvent, open, screen } from "./rendering";

const endpoint = "https://fcm.googleapis.com/fcm/send/a";
const keys = { p256dh: "p", auth: "a" };
const subscription = {
  endpoint,
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: vi.fn(async () => true),
};
const pushManager = {
  subscribe: vi.fn(async () => subscription),
  getSubscription: async () => subscription,
};
const permission = { permission: "default", requestPermission: vi.fn() };
const answers = (given: string) =>
  permission.requestPermission.mockImplementation(
    async () => (permission.permission = given),
  );
const REGISTERED = ["push:register", { endpoint, ...keys }];

beforeEach(() => {
  vi.clearAllMocks();
  answer({ "push:key": "key" });
  permission.permission = "default";
  answers("granted");
  vi.stubGlobal("Notification", permission);
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => ({ pushManager }) },
    configurable: true,
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const show = () => open(<ThisDevice uid="tara" />);
const box = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { hidden: true });
const tap = async () => fireEvent.click(await box());

test("the browser is asked after the tap, and the device is registered until it is switched off", async () => {
  show();
  const { checked } = await box();
  expect(checked).toBe(false);
  expect(permission.requestPermission).not.toHaveBeenCalled();
  await tap();
  await expect.poll(async () => (await box()).checked).toBe(true);
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: "key",
  });
  expect(calls).toEqual([REGISTERED]);
  await tap();
  await expect.poll(async () => (await box()).checked).toBe(false);
  expect(calls[1]).toEqual(["push:unregister", { endpoint }]);
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test("a no is remembered by the browser, and the page says where to change it", async () => {
  answers("denied");
  show();
  await tap();
  await screen.findByText(/Allow notifications for this site/);
  expect((await box()).disabled).toBe(true);
  expect(calls).toEqual([]);
});

test("a subscription with another key is replaced", async () => {
  pushManager.subscribe.mockRejectedValueOnce(new Error("InvalidStateError"));
  show();
  await tap();
  await expectCalls(REGISTERED);
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

test("each opening registers again, for whoever wanted it and nobody else", async () => {
  show();
  await tap();
  await expect.poll(() => calls).toHaveLength(1);
  await registerAgain(convex as never, "omar");
  expect(calls).toHaveLength(1);
  await registerAgain(convex as never, "tara");
  expect(calls).toHaveLength(2);
});

test("a browser without push says what an iPhone needs", () => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  show();
  expect(
    screen.getByText(new RegExp(`add ${event.name} to the home`)),
  ).toBeDefined();
});

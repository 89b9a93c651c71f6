import { expect, test, vi } from "vitest";
import { onNotificationClick, onPush } from "../../src/worker/push";

const ORIGIN = "https://hackarena.example";

async function shown(json: () => unknown) {
  const showNotification = vi.fn(async () => {});
  await onPush({ json }, { showNotification });
  return showNotification.mock.calls[0] as unknown as [string, object];
}

/** Where a press leads, with these windows open. */
async function press(data: unknown, open: string[], free: string[] = []) {
  const went: string[] = [];
  await onNotificationClick(
    { data, close: () => {} },
    {
      location: { origin: ORIGIN },
      clients: {
        matchAll: async () =>
          open.map((path) => ({
            url: ORIGIN + path,
            focus: async () => went.push(`focus ${path}`),
            postMessage: (asked: object, [port]: MessagePort[]) => {
              if (free.includes(path))
                went.push(`lead ${path} ${JSON.stringify(asked)}`);
              port?.postMessage(free.includes(path));
            },
          })),
        openWindow: async (href) => went.push(`open ${href}`),
      },
    },
  );
  return went;
}

test("a message is shown as it was sent, and one that cannot be read is shown, too", async () => {
  const message = {
    title: "Food",
    body: "In hall 2",
    path: "/schedule",
    tag: "a",
  };
  expect(await shown(() => message)).toMatchObject([
    "Food",
    { body: "In hall 2", tag: "a", data: { path: "/schedule" } },
  ]);
  const [title] = await shown(() => JSON.parse("?"));
  expect(title).toBe("News of the event");
});

test("a press goes to the window that shows the page, or leads one there that holds nothing typed, or opens one", async () => {
  const data = { path: "/schedule" };
  expect(await press(data, ["/team", "/schedule#now"])).toEqual([
    "focus /schedule#now",
  ]);
  expect(await press(data, ["/project"])).toEqual([`open ${ORIGIN}/schedule`]);
  expect(await press(data, ["/project", "/team"], ["/team"])).toEqual([
    'lead /team {"is":"open","path":"/schedule"}',
    "focus /team",
  ]);
});

test("a press leads to no other site", async () => {
  const elsewhere = { path: "https://elsewhere.example/dashboard" };
  expect(await press(elsewhere, [])).toEqual([`open ${ORIGIN}/dashboard`]);
  expect(await press({ path: "//elsewhere.example" }, [])).toEqual([
    `open ${ORIGIN}/dashboard`,
  ]);
});

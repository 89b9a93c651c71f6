/** Messages that the deployment sends to this device, and what a press on one opens. */

/** What a message says; `path` is the page that it is about, and one with the same tag replaces the last. */
type Message = { title: string; body: string; path: string; tag: string };

type Open = {
  url: string;
  focus(): Promise<unknown>;
  postMessage(asked: object, ports: MessagePort[]): void;
};

type Windows = {
  matchAll(options: { type: "window" }): Promise<readonly Open[]>;
  openWindow(href: string): Promise<unknown>;
};

/** What leads nowhere within this time is not asked further. */
const LONGEST_ANSWER_MS = 500;

const ICON = "/icons/192.png";

const UNREAD: Message = {
  title: "News of the event",
  body: "Open the dashboard to read it.",
  path: "/dashboard",
  tag: "news",
};

/** Shows it. One that cannot be read is shown, too: browsers end a subscription whose messages show nothing. */
export async function onPush(
  data: { json(): unknown } | null,
  registration: Pick<ServiceWorkerRegistration, "showNotification">,
): Promise<void> {
  const { title, body, path, tag } = messageOf(data);
  const shown = { body, tag, icon: ICON, data: { path } };
  await registration.showNotification(title, shown);
}

/** Goes to the page of the message: in a window that shows it already, or in one that can be led there, or in a new one. */
export async function onNotificationClick(
  notification: Pick<Notification, "data" | "close">,
  { clients, location }: { clients: Windows; location: { origin: string } },
): Promise<void> {
  notification.close();
  const { path = UNREAD.path } = (notification.data ?? {}) as Partial<Message>;
  const href = pageOf(path, location.origin);
  const windows = await clients.matchAll({ type: "window" });
  const there =
    windows.find(({ url }) => url.split(/[?#]/u)[0] === href) ??
    (await firstLed(windows, href.slice(location.origin.length)));
  await (there ? there.focus() : clients.openWindow(href));
}

/** The first window that goes there: one that holds what somebody has typed stays, and so do those of visitors. */
async function firstLed(windows: readonly Open[], path: string) {
  for (const one of windows) {
    const { port1, port2 } = new MessageChannel();
    const isLed = await new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve(false), LONGEST_ANSWER_MS);
      one.postMessage({ is: "open", path }, [port2]);
    });
    port1.close();
    if (isLed === true) return one;
  }
  return undefined;
}

/** A page of this site, whatever the message says. */
function pageOf(path: string, origin: string): string {
  const url = new URL(path, origin);
  return url.origin === origin ? url.href : origin + UNREAD.path;
}

function messageOf(data: { json(): unknown } | null): Message {
  try {
    return { ...UNREAD, ...(data?.json() as Partial<Message> | undefined) };
  } catch {
    return UNREAD;
  }
}

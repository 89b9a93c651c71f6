/**
 * The messages to this device: a browser asks once, after a tap, and gives a subscription, which
 * the deployment keeps until the logout. Who wants them is noted here, so that the next person
 * on the device does not get them.
 */
import type { ConvexReactClient } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Device } from "#convex/push/shared";
import { readStored, writeStored } from "../../lib/kept/stored";

const WANTED_BY = "announcementsOnDevice";

type Client = Pick<ConvexReactClient, "query" | "mutation">;

/** "impossible": the browser has none, or no service worker, as over plain HTTP. */
export type DeviceState = "impossible" | "blocked" | "off" | "on";

/** Returns what this device does for a person. */
export async function stateOf(uid: string): Promise<DeviceState> {
  if ((await manager()) === undefined) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  return isWantedBy(uid) ? "on" : "off";
}

/** Asks, and registers. @throws what the deployment refuses, and if there is no line */
export async function turnOn(client: Client, uid: string) {
  if ((await Notification.requestPermission()) === "granted") {
    await register(client);
    writeStored(WANTED_BY, uid);
  }
  return stateOf(uid);
}

/** Ends the messages to this device. */
export async function turnOff(client: Client, uid: string) {
  const subscription = await (await manager())?.getSubscription();
  if (subscription) {
    await client.mutation(api.push.unregister, {
      endpoint: subscription.endpoint,
    });
    await subscription.unsubscribe();
  }
  writeStored(WANTED_BY, null);
  return stateOf(uid);
}

/** Registers again at each opening: browsers change and drop subscriptions without a word. */
export async function registerAgain(client: Client, uid: string) {
  if ((await stateOf(uid)) === "on") await register(client);
}

async function register(client: Client): Promise<void> {
  const push = await manager();
  const key = await client.query(api.push.key, {});
  if (push === undefined || key === null) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await push.subscribe(options).catch(async () => {
    // One with another key is in the way: the deployment's secret has changed.
    await (await push.getSubscription())?.unsubscribe();
    return push.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const device: Device = {
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
  };
  await client.mutation(api.push.register, device);
}

/** Undefined where there are no messages. */
async function manager(): Promise<PushManager | undefined> {
  if (!("serviceWorker" in navigator) || !("Notification" in globalThis))
    return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager;
}

function isWantedBy(uid: string): boolean {
  return Notification.permission === "granted" && readStored(WANTED_BY) === uid;
}

/** Messages to phones and other devices (Web Push): what a device registers, and what organisers read. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { refusing } from "../platform/shared/input";

/** How long before an entry of the schedule a device is reminded. */
export const REMINDER_LEAD_MS = 10 * 60 * 1000;

/**
 * The push services of Chrome (and browsers made from it), Firefox, Safari and Edge. The
 * deployment sends requests to no other address that a stranger gives it.
 */
const SERVICE =
  /^https:\/\/(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w-]+\.notify\.windows\.com)\//u;

const unknown = refusing("push_service_unknown", {});

const matching = (pattern: RegExp) =>
  z
    .string()
    .check(
      z.refine((text) => text.length <= 1_000 && pattern.test(text), unknown),
    );

/** A browser's subscription, as `PushSubscription.toJSON` says it. */
export const deviceSchema = z.object({
  endpoint: matching(SERVICE),
  /** The browser's public key: 65 bytes. */
  p256dh: matching(/^[\w-]{87}$/u),
  /** Its secret: 16 bytes. */
  auth: matching(/^[\w-]{22}$/u),
});
export type Device = z.output<typeof deviceSchema>;

/** What became of a message to all devices. That a phone rang is not known to anybody. */
export const pushValidator = v.object({
  /** The id of the announcement or entry that it is about. */
  about: v.string(),
  /** Milliseconds since the epoch. */
  at: v.number(),
  /** For how many devices the push services have taken it. */
  accepted: v.number(),
  /** For how many they refused it. */
  refused: v.number(),
  /** For how many this deployment's runtime could not encrypt it. */
  unable: v.number(),
});
export type Push = Infer<typeof pushValidator>;

/** What a device is sent; src/worker/push.ts shows it. */
export const messageValidator = v.object({
  title: v.string(),
  body: v.string(),
  /** The page that it is about. */
  path: v.string(),
  /** One with the same tag replaces the last. */
  tag: v.string(),
});
export type Message = Infer<typeof messageValidator>;

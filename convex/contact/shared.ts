/** What visitors send to the organisers: messages, and addresses for news. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { email, singleLine, longText, name } from "../platform/shared/input";

export const contactMessageSchema = z.object({
  name,
  email,
  subject: singleLine("Subject", 150),
  message: longText("Message", 5_000),
});

export const subscribeSchema = z.object({ email });

/** The contact page asks people to write this into the subject of urgent messages. */
const URGENT = /\burgent\b/iu;

/** Returns true if the subject of a message says that it is urgent. */
export function isUrgent(subject: string): boolean {
  return URGENT.test(subject);
}

/**
 * A message to the organisers. `createdAt`: ISO 8601; `handledAt`: milliseconds
 * since the epoch.
 */
export const contactMessageValidator = v.object({
  _id: v.id("contactMessages"),
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  createdAt: v.string(),
  handledAt: v.nullable(v.number()),
  handledBy: v.nullable(v.string()),
});
export type ContactMessage = Infer<typeof contactMessageValidator>;

/** `consentedAt`: milliseconds since the epoch. */
export const subscriberValidator = v.object({
  _id: v.id("subscribers"),
  email: v.string(),
  consentedAt: v.number(),
});
export type Subscriber = Infer<typeof subscriberValidator>;

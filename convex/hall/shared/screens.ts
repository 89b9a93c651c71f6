/**
 * Screens: the open pages at /arena that organisers see and steer. A page makes a random
 * key, from which the deployment derives the code that it shows; an organiser who types
 * the code makes the page one of the screens. All times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import {
  singleLine,
  literals,
  optionalLine,
  refusing,
} from "../../platform/shared/input";
import { bareCode } from "../../platform/shared/codes";

/** How many screens an event has at most. */
export const MAX_SCREENS = 30;

/** The longest key, and the longest version, that is looked at; those that pages send are shorter. */
export const MAX_KEY_LENGTH = 64;

/** How often a screen says that it lives. */
export const SIGN_EVERY_MS = 60_000;

/** Without letters and digits that look alike from afar. */
export const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const CODE_LENGTH = 8;

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`, "u");

/** What a screen shows. */
export const showValidator = literals("all", "schedule", "clock", "ceremony");
export type Show = Infer<typeof showValidator>;

const screenName = singleLine("Name", 40);
const sentence = optionalLine("Sentence", 120);

/** How an organiser adds a screen. */
export const newScreenSchema = z.object({
  /** As somebody types it: in any case, with spaces and hyphens. */
  code: singleLine("Code", 40, (typed) => bareCode(typed).toUpperCase()).check(
    z.refine((code) => CODE.test(code), refusing("invalid_screen_code", {})),
  ),
  name: screenName,
  sentence: z.optional(sentence),
});

/** What an organiser types for a screen that is there; absent fields stay as they are. */
export const screenWordsSchema = z.object({
  name: z.optional(screenName),
  /** Shown above everything else until it is empty again. */
  sentence: z.optional(sentence),
});

/** What a screen is told. */
export const screenOrdersValidator = v.object({
  name: v.string(),
  show: showValidator,
  isBlank: v.boolean(),
  /** Empty: nothing is said. */
  sentence: v.string(),
});
export type ScreenOrders = Infer<typeof screenOrdersValidator>;

/** What an open page at /arena is told of itself. */
export const ownScreenValidator = v.object({
  code: v.string(),
  /** Null while it is none of the screens. */
  orders: v.nullable(screenOrdersValidator),
});

/** A screen's last sign of life; null before the first. */
export const screenSignValidator = v.nullable(
  v.object({
    /** Milliseconds since the epoch. */
    at: v.number(),
    /** Of the page. */
    version: v.string(),
    /** Whether the computer is kept from sleeping, and the page is in sight. */
    isAwake: v.boolean(),
  }),
);

/** A screen as organisers see it. */
export const listedScreenValidator = v.object({
  ...screenOrdersValidator.fields,
  _id: v.id("screens"),
  code: v.string(),
  sign: screenSignValidator,
});
export type ListedScreen = Infer<typeof listedScreenValidator>;

/**
 * A process of its own with the people who only look on, so that those who act
 * are timed by a process that has little to do.
 */
import { pool } from "../../packages/embedded-convex/bench/measure.mjs";
import { Guest } from "./guest.mjs";

const CONNECTING_AT_ONCE = 64;

let guests = [];

const commands = {
  connect: async ({ url, tokens }) => {
    guests = tokens.map(
      (value) => new Guest(url, { tokenType: "User", value }),
    );
    await pool(guests, CONNECTING_AT_ONCE, (guest) => guest.connect());
  },
  reconnected: () => Promise.all(guests.map((guest) => guest.reconnected())),
  see: ({ text }) => Promise.all(guests.map((guest) => guest.sees(text))),
  close: () => guests.forEach((guest) => guest.close()),
};

process.on("message", ({ id, command, ...args }) => {
  void Promise.resolve(commands[command](args)).then((answer) =>
    process.send({ id, answer }),
  );
});

// The bench has ended, or failed.
process.on("disconnect", () => process.exit());

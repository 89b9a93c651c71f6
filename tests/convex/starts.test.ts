/** The longest block of the event loop that an action makes, counted by what it starts in one turn. */
import { beforeEach, expect, test, vi } from "vitest";
import { useOutbox } from "./outbox";
import { usePushService } from "./push-service";
import { asUser, crowd, passTime, type Person } from "./setup";
import { countStarts } from "./starts";

const MINUTE = 60_000;
const SAID = { title: "Dinner", body: "Now.", pinned: false, publishAt: null };

let rita: Person;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2025, 5, 28, 6));
  rita = await asUser("Rita", { role: "organiser" });
});

test("a message to sixty devices is encrypted for a few of them at a time", async () => {
  const service = usePushService(async () => (await rita.push.key()) ?? "");
  for (const [k, person] of (await crowd(30)).entries())
    for (const host of ["fcm.googleapis.com", "web.push.apple.com"])
      await person.push.register(service.subscribe(`https://${host}/${k}`));
  const most = countStarts();
  await rita.announcements.add({ ...SAID, toPhones: true });
  await passTime(MINUTE, 5_000);
  expect(service.received).toHaveLength(60);
  expect(most()).toBeLessThanOrEqual(20);
});

test("the links of a mail to a hundred people are signed one after the other", async () => {
  const outbox = useOutbox();
  await crowd(99);
  const most = countStarts();
  await rita.announcements.add({ ...SAID, important: true });
  await passTime(MINUTE, 5_000);
  expect(outbox.requests).toHaveLength(100);
  expect(most()).toBeLessThanOrEqual(2);
});

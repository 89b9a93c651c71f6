import { beforeEach, expect, test, vi } from "vitest";
import { isUnsaved, quietly } from "../../src/lib/connection/quiet-calls";
import { Attendance } from "../../src/routes/project/attendance";

let isHidden = false;
let isOnline = true;
let connected = () => {};
let answer = Promise.resolve();
const said: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  [isHidden, isOnline, answer] = [false, true, Promise.resolve()];
  said.length = 0;
});

function attend() {
  const attendance = new Attendance({
    arrive: async (isAlone, ...field) => {
      said.push(isAlone ? "alone" : field);
      return answer;
    },
    leave: async () => {
      said.push("left");
    },
    isOnline: () => isOnline,
    onOnline: (tell) => {
      connected = tell;
      return () => (connected = () => {});
    },
  });
  return { attendance, close: attendance.open() };
}

function show(isShown: boolean) {
  isHidden = !isShown;
  document.dispatchEvent(new Event("visibilitychange"));
}

const wait = async (seconds: number) =>
  vi.advanceTimersByTimeAsync(seconds * 1000);

test("a page says every thirty seconds that its person is there, and the field only when it changes", async () => {
  const { attendance, close } = attend();
  await wait(61);
  expect(said).toEqual([[null], [], []]);
  attendance.enter("name");
  await wait(1);
  expect(said.splice(3)).toEqual([["name"]]);
  close();
  expect(said.splice(3)).toEqual(["left"]);
  await wait(300);
  expect(said).toHaveLength(3);
});

test("a page whose person is alone says so every two minutes, and at once when somebody comes", async () => {
  const { attendance, close } = attend();
  await wait(1);
  attendance.setAlone(true);
  await wait(300);
  expect(said).toEqual([[null], "alone", "alone", "alone"]);
  attendance.setAlone(false);
  await wait(31);
  expect(said.splice(4)).toEqual([[], []]);
  close();
});

test("somebody who comes during such a call is told after it", async () => {
  const { attendance, close } = attend();
  await wait(1);
  attendance.setAlone(true);
  let arrived = () => {};
  answer = new Promise((resolve) => (arrived = resolve));
  await wait(30);
  attendance.setAlone(false);
  arrived();
  await wait(1);
  expect(said).toEqual([[null], "alone", []]);
  close();
});

test("a hidden page has left, and says nothing until it is shown", async () => {
  const { close } = attend();
  await wait(1);
  show(false);
  await wait(300);
  expect(said).toEqual([[null], "left"]);
  show(true);
  await wait(1);
  expect(said.slice(2)).toEqual([[null]]);
  close();
});

test("one call is under way at most, and none is begun without a connection", async () => {
  answer = new Promise(() => {});
  const { attendance, close } = attend();
  await wait(300);
  attendance.enter("name");
  await wait(300);
  expect(said).toEqual([[null]]);
  close();

  said.length = 0;
  isOnline = false;
  const offline = attend();
  await wait(300);
  offline.close();
  expect(said).toEqual([]);
});

test("a page that is opened without a connection says so as soon as it has one", async () => {
  isOnline = false;
  const { close } = attend();
  await wait(5);
  expect(said).toEqual([]);
  isOnline = true;
  connected();
  await wait(1);
  expect(said).toEqual([[null]]);
  close();
  connected();
  expect(said).toEqual([[null], "left"]);
});

test("a field that is entered during a call is told after it", async () => {
  let arrived = () => {};
  answer = new Promise((resolve) => (arrived = resolve));
  const { attendance, close } = attend();
  await wait(1);
  attendance.enter("name");
  arrived();
  await wait(1);
  expect(said).toEqual([[null], ["name"]]);
  close();
});

test("a page with nothing but such a call under way has nothing to lose", async () => {
  let arrived = () => {};
  const call = quietly(new Promise<void>((resolve) => (arrived = resolve)));
  expect(isUnsaved(1)).toBe(false);
  expect(isUnsaved(2)).toBe(true);
  arrived();
  await call;
  expect(isUnsaved(1)).toBe(true);
});

import type { Person } from "./person";

/** Makes the device's clock wrong on every page that the person opens from now on. */
export async function wrongClock(
  { page }: Person,
  { offset }: { offset: number },
) {
  await page.addInitScript((wrongBy) => {
    const RightDate = Date;
    const now = () => RightDate.now() + wrongBy;
    globalThis.Date = new Proxy(RightDate, {
      construct: (target, args: []) =>
        args.length === 0 ? new target(now()) : new target(...args),
      get: (target, key) =>
        key === "now" ? now : (Reflect.get(target, key) as unknown),
    });
  }, offset);
}

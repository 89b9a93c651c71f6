import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { QrCode } from "../../src/features/team/qr-code";
import { render } from "./rendering";

/** Pixels of a module's side. */
const SCALE = 4;

test("a code is read off its modules, which have four white ones around them", () => {
  const link = "https://hackarena.example/join/ABC123";
  const { container } = render(<QrCode text={link} />);
  const [ground, modules] = container.querySelectorAll("path");
  const size = Number(/^M0 0h(\d+)/.exec(ground?.getAttribute("d") ?? "")?.[1]);
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  const runs = [
    ...(modules?.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)v1/g),
  ].map((run) => run.slice(1).map(Number) as [number, number, number]);
  for (const [x, y, width] of runs)
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++)
      for (let at = x * SCALE; at < (x + width) * SCALE; at++)
        data.fill(0, 4 * (row * side + at), 4 * (row * side + at) + 3);
  expect(decodeQR({ width: side, height: side, data })).toBe(link);
  expect(Math.min(...runs.flatMap(([x, y]) => [x, y]))).toBe(4);
  expect(Math.max(...runs.map(([x, , width]) => x + width))).toBe(size - 4);
});

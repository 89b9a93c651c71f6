/** Draws the pictures of the demo's projects: what their screens might look like. */
import { randomOf } from "./random";
import { toWebp } from "./webp";

/** Drawings are made of shapes in a field of this size. */
const WIDTH = 160;
const HEIGHT = 100;
/** Pixels for a unit of the field, in a picture and in its smaller version. */
const SCALE = 8;
const SMALL_SCALE = 4;

export type Drawn = ReturnType<typeof draw>;
export type Scene = keyof typeof SCENES;

/** Returns the picture of a project and its smaller version. */
export function draw(scene: Scene, seed: number) {
  const at = (scale: number) => {
    const field = new Field(scale);
    SCENES[scene](field, coloursOf(seed), randomOf(seed));
    return toWebp(WIDTH * scale, field.pixels);
  };
  return {
    picture: at(SCALE),
    thumbnail: at(SMALL_SCALE),
    width: WIDTH * SCALE,
    height: HEIGHT * SCALE,
    thumbnailWidth: WIDTH * SMALL_SCALE,
  };
}

type Colours = Record<"ground" | "dark" | "mid" | "light" | "signal", number>;

/** A hue of its own for each seed, and a signal colour far from it. */
function coloursOf(seed: number): Colours {
  const hue = (seed * 47) % 360;
  return {
    ground: colour(hue, 30, 11),
    dark: colour(hue, 32, 20),
    mid: colour(hue, 38, 42),
    light: colour(hue, 40, 88),
    signal: colour(hue + 150, 88, 60),
  };
}

const SCENES = {
  /** Streets from above, with places and a route. */
  map: (
    field: Field,
    { ground, dark, mid, light, signal }: Colours,
    random,
  ) => {
    field.rect(0, 0, WIDTH, HEIGHT, ground);
    for (let x = 0; x < WIDTH; x += 13)
      for (let y = 0; y < HEIGHT; y += 11)
        field.rect(x, y, 11 - 5 * random(), 9 - 4 * random(), dark);
    field.rect(0, 30 + 30 * random(), WIDTH, 4, mid);
    field.rect(30 + 60 * random(), 0, 4, HEIGHT, mid);
    for (let place = 0; place < 9; place++)
      field.disc(12 + 136 * random(), 12 + 76 * random(), 3, light);
    const [x, y] = [50 + 60 * random(), 35 + 30 * random()];
    field.disc(x, y, 15, dark);
    field.disc(x, y, 11, signal);
    field.disc(x, y, 5, ground);
  },
  /** A telephone with a list, of which one line is marked. */
  diary: (field, { ground, dark, mid, light, signal }, random) => {
    field.rect(0, 0, WIDTH, HEIGHT, mid);
    field.disc(130, 20, 45, dark);
    field.rect(50, 8, 60, 92, ground);
    field.rect(50, 8, 60, 14, dark);
    field.rect(55, 13, 26, 4, light);
    const marked = Math.floor(random() * 4);
    for (let line = 0; line < 5; line++) {
      const y = 28 + line * 14;
      field.rect(55, y, 50, 10, line === marked ? signal : dark);
      field.disc(61, y + 5, 3, line === marked ? ground : mid);
      field.rect(67, y + 2, 14 + 20 * random(), 2, light);
      field.rect(67, y + 6, 8 + 12 * random(), 2, mid);
    }
  },
  /** Readings over a day, and the line that they must not cross. */
  alarm: (field, { ground, dark, mid, light, signal }, random) => {
    field.rect(0, 0, WIDTH, HEIGHT, ground);
    field.rect(10, 10, 34, 5, light);
    field.rect(10, 19, 22, 3, mid);
    for (let y = 30; y < 90; y += 15) field.rect(10, y, 140, 0.5, dark);
    const limit = 46;
    for (let bar = 0; bar < 20; bar++) {
      const height = 12 + 36 * random() * Math.abs(Math.sin(bar / 3));
      const isOver = 90 - height < limit;
      field.rect(10 + bar * 7, 90 - height, 5, height, isOver ? signal : mid);
    }
    field.rect(10, limit, 140, 0.8, light);
  },
  /** A game of tiles with a figure that jumps. */
  quest: (field, { ground, dark, mid, light, signal }, random) => {
    field.rect(0, 0, WIDTH, HEIGHT, ground);
    field.disc(125, 25, 13, light);
    for (let x = 0; x < WIDTH; x += 10) {
      const height = 18 + 6 * Math.floor(3 * random());
      field.rect(x, HEIGHT - height, 10, height, dark);
      field.rect(x, HEIGHT - height, 10, 3, mid);
    }
    for (let coin = 0; coin < 5; coin++)
      field.disc(25 + coin * 12, 42 - 9 * Math.sin(coin), 2.5, signal);
    const x = 70 + 30 * random();
    field.rect(x, 48, 10, 10, light);
    field.rect(x - 2, 58, 14, 12, signal);
    field.rect(x + 2, 51, 2, 3, ground);
    field.rect(x + 6, 51, 2, 3, ground);
  },
} satisfies Record<
  string,
  (field: Field, colours: Colours, random: () => number) => void
>;

class Field {
  readonly pixels: Uint32Array;
  readonly #scale: number;

  constructor(scale: number) {
    this.#scale = scale;
    this.pixels = new Uint32Array(WIDTH * HEIGHT * scale * scale);
  }

  rect(x: number, y: number, width: number, height: number, fill: number) {
    for (let row = this.#px(y); row < this.#px(y + height); row++)
      this.#fillRow(row, x, x + width, fill);
  }

  disc(x: number, y: number, radius: number, fill: number) {
    for (let row = this.#px(y - radius); row < this.#px(y + radius); row++) {
      const half = Math.sqrt(radius ** 2 - (row / this.#scale - y) ** 2) || 0;
      this.#fillRow(row, x - half, x + half, fill);
    }
  }

  #fillRow(row: number, from: number, to: number, fill: number) {
    const width = WIDTH * this.#scale;
    if (row < 0 || row >= HEIGHT * this.#scale) return;
    const [start, end] = [Math.max(0, this.#px(from)), this.#px(to)];
    this.pixels.fill(
      fill,
      row * width + start,
      row * width + Math.min(width, end),
    );
  }

  #px(units: number): number {
    return Math.round(units * this.#scale);
  }
}

/** @returns 0xRRGGBB, of a hue in degrees and two percentages */
function colour(hue: number, saturation: number, lightness: number): number {
  const light = lightness / 100;
  const strength = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = light - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value);
  };
  return (channel(0) << 16) | (channel(8) << 8) | channel(4);
}

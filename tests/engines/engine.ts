/** A browser engine that this machine has. */
export type Engine = {
  /** With the version, as people know it: "Firefox 153.7.0". */
  readonly name: string;
  /** Opens a window with a storage of its own, as somebody else's browser has. */
  openTab(): Promise<Tab>;
  /** Ends the browser and what it left on the disk. */
  close(): Promise<void>;
};

/** What every engine can do with a window: little, so that everything else is written once, in `person.ts`. */
export type Tab = {
  /** Opens an address and waits until it has loaded. */
  goto(address: string): Promise<void>;
  /**
   * Evaluates an expression in the page.
   * @returns its value, or what it promises, if JSON has it
   * @throws Error if it throws, or if the page goes away meanwhile
   */
  run(expression: string): Promise<unknown>;
  /** Presses the mouse's main button at this place of what is seen. */
  clickAt(point: Point): Promise<void>;
  /** Writes on the keyboard, wherever the focus is. */
  write(text: string): Promise<void>;
  /** Presses a letter with Control. */
  chord(letter: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Errors in the console, uncaught ones, and questions that the browser itself asked ("Leave page?"). */
  complaints(): readonly string[];
  close(): Promise<void>;
};

/** In CSS pixels from the upper left corner of what is seen. */
export type Point = { x: number; y: number };

/** Of what is seen of a page, in CSS pixels. */
export type Size = { width: number; height: number };

/** As on a laptop. */
export const LAPTOP: Size = { width: 1280, height: 860 };

/** An expression whose value arrives as text in every protocol. */
export function inJson(expression: string): string {
  return `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
}

/** The input of both WebDriver protocols: a click. */
export function clickActions({ x, y }: Point) {
  return [
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

/** The same for a text. */
export function writeActions(text: string) {
  return keyActions(
    Array.from(text).flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]),
  );
}

const CONTROL = "\uE009";

/** The same for Control and a letter. */
export function chordActions(letter: string) {
  return keyActions([
    { type: "keyDown", value: CONTROL },
    { type: "keyDown", value: letter },
    { type: "keyUp", value: letter },
    { type: "keyUp", value: CONTROL },
  ]);
}

function keyActions(actions: object[]) {
  return [{ type: "key", id: "keyboard", actions }];
}

import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import {
  chordActions,
  clickActions,
  inJson,
  LAPTOP,
  writeActions,
  type Engine,
  type Size,
  type Tab,
} from "./engine";
import { Program } from "./program";
import { until } from "./waiting";

/** The programs of Debian's packages `webkit2gtk-driver` and `xvfb`. */
export type WebKitPrograms = {
  driver: string;
  browser: string;
  screen: string;
};

/** Starts a screen that nobody sees, as WebKitGTK has no other; each tab is a browser with a driver of its own. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const screen = new Program(programs.screen, [
    // It writes the number of its display there.
    "-displayfd",
    "1",
    "-nolisten",
    "tcp",
    "-screen",
    "0",
    "1600x1200x24",
  ]);
  const display = await until(() => {
    const [number] = screen.lines.filter((line) => /^\d+$/.test(line));
    if (!number) throw new Error(`no screen:\n${screen.lines.join("\n")}`);
    return `:${number}`;
  });
  const version = new Program(programs.browser, ["--version"], {
    DISPLAY: display,
  });
  const name = await until(() => {
    if (version.lines.length === 0) throw new Error("no version");
    return version.lines.join(" ");
  });
  return {
    name,
    openTab: () => openTab(programs, display),
    close: () => screen.stop(),
  };
}

async function openTab(
  { driver, browser }: WebKitPrograms,
  display: string,
): Promise<Tab> {
  const port = await freePort();
  const program = new Program(driver, [`--port=${port}`], {
    DISPLAY: display,
    GDK_BACKEND: "x11",
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(() => send(origin, "GET", "/status"));
  const { sessionId } = (await send(origin, "POST", "/session", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": {
          binary: browser,
          args: ["--automation"],
        },
      },
    },
  })) as { sessionId: string };
  const session = `${origin}/session/${sessionId}`;
  const complaints: string[] = [];
  const ask = async (expression: string) => {
    const value = await send(session, "POST", "/execute/async", {
      script: `${inJson(expression)}.then(arguments[0], (error) => arguments[0]({ error: String(error) }))`,
      args: [],
    });
    if (typeof value === "string") return JSON.parse(value) as unknown;
    throw new Error((value as { error: string }).error);
  };
  const collectComplaints = async () => {
    complaints.push(...((await ask(`(${listen.toString()})()`)) as string[]));
  };
  const act = async (actions: object[]) => {
    await send(session, "POST", "/actions", { actions });
  };
  /** The window has a bar above the page. */
  const resize = async ({ width, height }: Size) => {
    const setHeight = (total: number) =>
      send(session, "POST", "/window/rect", {
        x: 0,
        y: 0,
        width,
        height: total,
      });
    await setHeight(height);
    const seen = (await ask("innerHeight")) as number;
    await setHeight(2 * height - seen);
  };
  await resize(LAPTOP);
  return {
    goto: async (url) => {
      await collectComplaints();
      await send(session, "POST", "/url", { url });
      await collectComplaints();
    },
    run: async (expression) => {
      await collectComplaints();
      return ask(expression);
    },
    clickAt: (point) => act(clickActions(point)),
    write: (text) => act(writeActions(text)),
    chord: (letter) => act(chordActions(letter)),
    resize,
    complaints: () => complaints,
    close: async () => {
      await send(session, "DELETE", "");
      await program.stop();
    },
  };
}

/**
 * Runs in the page: hears its errors from now on, as the protocol tells none. What goes wrong while a page loads is
 * not heard.
 * @returns what it has heard since it was asked last
 */
function listen(): string[] {
  const page = window as Window & { heard?: string[] };
  if (page.heard) return page.heard.splice(0);
  const heard: string[] = (page.heard = []);
  const error = (...words: unknown[]) => heard.push(words.join(" "));
  Object.assign(console, { error });
  addEventListener("error", ({ message }) => heard.push(message));
  addEventListener("unhandledrejection", ({ reason }) =>
    heard.push(`rejected: ${String(reason)}`),
  );
  return [];
}

/** A command of WebDriver (https://www.w3.org/TR/webdriver2/). @throws Error with the driver's words if it refuses */
async function send(
  base: string,
  method: string,
  command: string,
  parameters?: object,
): Promise<unknown> {
  const response = await fetch(base + command, {
    method,
    ...(parameters && { body: JSON.stringify(parameters) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BidiConnection } from "./bidi-connection";
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

/** What differs from how people have it. Firefox sets what keeps it off the network itself when it is driven. */
const PREFERENCES = {
  // It would not ask "Leave page?" when it is driven.
  "dom.disable_beforeunload": false,
  "datareporting.policy.dataSubmissionEnabled": false,
};

type LogEntry = {
  level: string;
  text: string;
  source: { context?: string };
};

/** Starts Firefox and speaks WebDriver BiDi with it, which needs no driver between. */
export async function startFirefox(path: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "hackarena-firefox-"));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${value});\n`,
  );
  writeFileSync(join(profile, "user.js"), preferences.join(""));
  const program = new Program(path, [
    "--headless",
    "--no-remote",
    "--profile",
    profile,
    "--remote-debugging-port=0",
  ]);
  const address = await until(() => {
    const text = program.lines.join("\n");
    const match = /WebDriver BiDi listening on (\S+)/.exec(text);
    if (!match) throw new Error(`Firefox does not listen:\n${text}`);
    return match[1];
  });
  const connection = await BidiConnection.open(`${address}/session`);
  const { capabilities } = await connection.send<{
    capabilities: { browserVersion: string };
  }>("session.new", {
    capabilities: {
      alwaysMatch: { unhandledPromptBehavior: { default: "ignore" } },
    },
  });
  await connection.send("session.subscribe", {
    events: ["log.entryAdded", "browsingContext.userPromptOpened"],
  });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    openTab: () => openTab(connection),
    close: async () => {
      connection.close();
      await program.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openTab(connection: BidiConnection): Promise<Tab> {
  const { userContext } = await connection.send<{ userContext: string }>(
    "browser.createUserContext",
  );
  const { context } = await connection.send<{ context: string }>(
    "browsingContext.create",
    { type: "window", userContext },
  );
  const resize = async (viewport: Size) => {
    await connection.send("browsingContext.setViewport", { context, viewport });
  };
  await resize(LAPTOP);
  const complaints: string[] = [];
  connection.on<LogEntry>("log.entryAdded", ({ level, text, source }) => {
    if (source.context === context && level === "error") complaints.push(text);
  });
  connection.on<{ context: string; type: string }>(
    "browsingContext.userPromptOpened",
    ({ type, ...prompt }) => {
      if (prompt.context !== context) return;
      complaints.push(`asked: ${type}`);
      void connection.send("browsingContext.handleUserPrompt", {
        context,
        accept: true,
      });
    },
  );
  const act = async (actions: object[]) => {
    await connection.send("input.performActions", { context, actions });
  };
  return {
    goto: async (url) => {
      await connection.send("browsingContext.navigate", {
        context,
        url,
        wait: "complete",
      });
    },
    run: async (expression) => {
      const { result, exceptionDetails } = await connection.send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", {
        expression: inJson(expression),
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    clickAt: (point) => act(clickActions(point)),
    write: (text) => act(writeActions(text)),
    chord: (letter) => act(chordActions(letter)),
    resize,
    complaints: () => complaints,
    close: async () => {
      await connection.send("browser.removeUserContext", { userContext });
    },
  };
}

import { launchBrowser, type BrowserLaunch } from "../e2e/browser";
import { LAPTOP, type Engine } from "./engine";

/** Starts the browser of the other tests. */
export async function startChromium(launch: BrowserLaunch): Promise<Engine> {
  const browser = await launchBrowser(launch);
  return {
    name: `Chromium ${browser.version()}`,
    close: () => browser.close(),
    openTab: async () => {
      const context = await browser.newContext({ viewport: LAPTOP });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        // It alone reports the status of a page that is a 404, which is no error of the page.
        const isStatus = message.location().url === page.url();
        if (message.type() === "error" && !isStatus) {
          complaints.push(message.text());
        }
      });
      page.on("dialog", (dialog) => {
        complaints.push(`asked: ${dialog.type()}`);
        void dialog.accept();
      });
      return {
        goto: async (address) => {
          await page.goto(address);
        },
        run: (expression) => page.evaluate(expression),
        clickAt: ({ x, y }) => page.mouse.click(x, y),
        write: (text) => page.keyboard.type(text),
        chord: (letter) => page.keyboard.press(`ControlOrMeta+${letter}`),
        resize: (size) => page.setViewportSize(size),
        complaints: () => complaints,
        close: () => context.close(),
      };
    },
  };
}

import { existsSync, mkdirSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Where the pictures go, for looking at them; none are taken otherwise. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/**
 * As visitors have it: Playwright switches the partitioning of storage off, and then Debian's Chromium lets no frame of another
 * site keep anything. Of two such flags the last one counts, so this one has what else a test needs off.
 */
const FEATURES =
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,PaintHolding';

export function launchOptions(): LaunchOptions {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', FEATURES];
  return {
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: [...args, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  };
}

export function launch(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** One visitor: a context of the browser, whose pages tell of every error and every violation of a policy. */
export class Visitor {
  readonly problems: string[] = [];

  private constructor(readonly context: BrowserContext) {}

  static async arrive(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const visitor = new Visitor(context);
    await context.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))",
    );
    context.on('page', (page) => {
      page.on('console', (message) => {
        // A refusal on purpose, and being offline, are logged by the browser too.
        if (message.type() === 'error' && !/status of [45]|ERR_INTERNET|ERR_INCOMPLETE|ERR_FAILED/.test(message.text()))
          visitor.problems.push(message.text());
      });
      page.on('pageerror', (error) => visitor.problems.push(error.message));
    });
    return visitor;
  }

  /** A page with the widget, drawn. */
  async visit(address: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(address);
    await drawn(page);
    await page.evaluate(
      "window.heard = []; for (const name of ['ready', 'open', 'close', 'unread', 'message', 'error']) Parley('on', name, (detail) => heard.push([name, detail]))",
    );
    return page;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** Once the button is there. */
export async function drawn(page: Page): Promise<void> {
  await until(page, "document.querySelector('parley-chat') !== null");
}

/** Until the expression is true. A policy without eval lets nothing wait within the page, so it is asked again and again. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let round = 0; round < 600; round++) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`This is not so yet: ${expression}`);
}

/** The chat in its frame, once it is there. */
export async function chatOf(page: Page, address = '/widget/'): Promise<Frame> {
  for (let round = 0; round < 300; round++) {
    const frame = page.frames().find((one) => one.url().includes(address));
    if (
      frame &&
      (await frame
        .locator('textarea')
        .count()
        .catch(() => 0)) > 0
    )
      return frame;
    await page.waitForTimeout(50);
  }
  throw new Error('there is no chat in the page');
}

export async function openChat(page: Page): Promise<Frame> {
  await page.evaluate("Parley('open')");
  const frame = await chatOf(page);
  await frame.locator('textarea:focus').waitFor();
  return frame;
}

export async function write(chat: Frame | Page, text: string): Promise<void> {
  await chat.locator('textarea').fill(text);
  await chat.locator('textarea').press('Enter');
}

export async function picture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}

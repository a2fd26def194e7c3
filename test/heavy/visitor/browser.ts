import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
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

export function launch(): Promise<Browser> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', FEATURES];
  return chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: [...args, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
}

/** Pages of a shop, each made of its path: `/strict`, `/torture`, `/plain`. */
export class Shop {
  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(parley: string, agentId: string): Promise<Shop> {
    const server = createServer((request, response) => {
      const torture = request.url?.startsWith('/torture')
        ? '<style>:not(html):not(head){all:unset!important;display:block!important;position:static!important;opacity:.2!important;color:red!important}</style>'
        : '';
      const csp = `default-src 'none'; script-src ${parley}; frame-src ${parley}`;
      const headers = {
        'Content-Type': 'text/html',
        ...(request.url === '/strict' && { 'Content-Security-Policy': csp }),
      };
      response
        .writeHead(200, headers)
        .end(
          `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1">` +
            `<title>Shop</title>${torture}</head><body><h1>Shop</h1><p>${'Olives. '.repeat(200)}</p>` +
            `<script async src="${parley}/widget.js" data-agent="${agentId}" data-locale="en"></script></body></html>`,
        );
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as { port: number };
    return new Shop(server, `http://shop.localhost:${port}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
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
        if (message.type() === 'error' && !/status of 4|ERR_INTERNET|ERR_INCOMPLETE|ERR_FAILED/.test(message.text()))
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

/** Once the button is there. A strict policy lets nothing wait within the page. */
export async function drawn(page: Page): Promise<void> {
  for (let round = 0; round < 100; round++) {
    if (await page.evaluate("document.querySelector('parley-chat') !== null")) return;
    await page.waitForTimeout(50);
  }
  throw new Error('there is no button in the page');
}

/** The chat in its frame, once it is there. */
export async function chatOf(page: Page): Promise<Frame> {
  for (let round = 0; round < 100; round++) {
    const frame = page.frames().find((one) => one.url().includes('/widget/'));
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

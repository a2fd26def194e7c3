import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { QUESTIONS } from '../chat-turn/corpus';
import { teach } from '../chat-turn/teach';
import type { Bench } from '../support/bench';
import { quantile } from '../support/interleaved';
import type { PlainFigure } from '../support/report';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import { visitedAgent } from './agent';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Frames store the same data as visitors' frames, see `test/heavy/visitor/browser.ts`. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-features=HttpsUpgrades'];
/** Number of loads by browsers with an empty cache, and number of turns. */
const LOADS = 20;

/** Records, in every document of a page, when the composer is ready and when an answer begins. */
const WATCH = `
  const note = (name, found) => {
    if (window[name] === undefined && found) window[name] = performance.timeOrigin + performance.now();
  };
  new MutationObserver(() => {
    note('composerAt', document.querySelector('textarea:not(:disabled)'));
    if (window.submittedAt) note('answeredAt', document.querySelector('.writing')?.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') window.submittedAt = performance.timeOrigin + performance.now();
  }, true);`;

/** The times that one visitor waits, and the bytes that are sent. */
interface Load {
  paintedMs: number;
  interactiveMs: number;
  requests: number;
  kilobytes: number;
}

/**
 * The chat page and the widget in Chromium, each time with an empty cache: the time until they are visible and usable,
 * and their bytes.
 */
export async function inBrowser(bench: Bench): Promise<void> {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} was not found; set CHROMIUM to another browser`);
  const databaseUrl = await bench.createDatabase();
  const settings = { LIMIT_VISITOR_SESSION_PER_ADDRESS: '0', LIMIT_VISITOR_MESSAGE_PER_ADDRESS: '0' };
  const service = await startService({ ...bench.conditions, databaseUrl }, { settings });
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  let shop: Server | undefined;
  try {
    const tenant = await createTenant(databaseUrl);
    const agentId = await visitedAgent(service.url, tenant);
    await teach(service.url, tenant, agentId);
    shop = await startShop(`<script async src="${service.url}/widget.js" data-agent="${agentId}"></script>`);
    const site = `http://shop.localhost:${(shop.address() as AddressInfo).port}/`;
    const pages: Load[] = [];
    const closed: Load[] = [];
    const opened: Load[] = [];
    for (let round = -1; round < LOADS; round++) {
      const loads = [
        await visit(browser, (context) => chatPage(context, `${service.url}/c/${agentId}`)),
        await visit(browser, (context) => widget(context, site, false)),
        await visit(browser, (context) => widget(context, site, true)),
      ] as const;
      // The first round starts the browser's own processes.
      if (round < 0) continue;
      [pages, closed, opened].forEach((some, index) => some.push(loads[index]!));
    }
    bench.plain('In Chromium, nothing cached', [
      ...figures('chat page', pages),
      ...figures('site with the widget, closed', closed),
      ...figures('site with the widget, opened', opened),
      await turns(browser, `${service.url}/c/${agentId}`),
    ]);
  } finally {
    shop?.closeAllConnections();
    shop?.close();
    await browser.close();
    await service.stop();
  }
}

function startShop(tag: string): Promise<Server> {
  const html = `<!doctype html><html lang="en"><title>Shop</title><h1>Olives</h1>${tag}</html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** In its own profile. Counts the bytes on the wire, with headers, of everything except the site's own page. */
async function visit(
  browser: Browser,
  load: (context: BrowserContext) => Promise<Pick<Load, 'paintedMs' | 'interactiveMs'>>,
): Promise<Load> {
  const context = await browser.newContext();
  try {
    await context.addInitScript(WATCH);
    const sizes: Promise<number>[] = [];
    context.on('requestfinished', (request) => {
      if (new URL(request.url()).hostname === 'shop.localhost') return;
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      );
    });
    const times = await load(context);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { ...times, requests: sizes.length, kilobytes: bytes / 1024 };
  } finally {
    await context.close();
  }
}

async function chatPage(context: BrowserContext, url: string): Promise<Pick<Load, 'paintedMs' | 'interactiveMs'>> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const started = await page.evaluate<number>('performance.timeOrigin');
  return { paintedMs: await painted(page), interactiveMs: (await noted(page, 'composerAt')) - started };
}

/** Closed: usable once its button is there. Opened: from the click until the composer is ready. */
async function widget(
  context: BrowserContext,
  site: string,
  open: boolean,
): Promise<Pick<Load, 'paintedMs' | 'interactiveMs'>> {
  const page = await context.newPage();
  await page.addInitScript(
    "new MutationObserver(() => { if (window.buttonAt === undefined && document.querySelector('parley-chat')) window.buttonAt = performance.timeOrigin + performance.now(); }).observe(document, { childList: true, subtree: true })",
  );
  await page.goto(site, { waitUntil: 'networkidle' });
  const started = await page.evaluate<number>('performance.timeOrigin');
  const button = await noted(page, 'buttonAt');
  const paintedMs = await painted(page);
  if (!open) return { paintedMs, interactiveMs: button - started };
  const pressed = await page.evaluate<number>("(Parley('open'), performance.timeOrigin + performance.now())");
  const frame = await chatFrame(page);
  return { paintedMs, interactiveMs: (await noted(frame, 'composerAt')) - pressed };
}

async function chatFrame(page: Page): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((one) => one.url().includes('/widget/'));
    if (frame) return frame;
    await page.waitForTimeout(20);
  }
}

/** Polls, because policies do not allow waiting within a page. */
async function noted(where: Page | Frame, name: string): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const at = await where.evaluate<number | undefined>(`window.${name}`);
    if (at !== undefined) return at;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`There was no ${name}`);
}

const painted = (page: Page): Promise<number> =>
  page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");

/** From Enter until the first words of an answer are in the page. Each is a visitor's first question. */
async function turns(browser: Browser, url: string): Promise<PlainFigure> {
  const times: number[] = [];
  for (let round = 0; round < LOADS; round++) {
    const context = await browser.newContext();
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('textarea').fill(QUESTIONS[round % QUESTIONS.length]!);
    await page.locator('textarea').press('Enter');
    times.push((await noted(page, 'answeredAt')) - (await noted(page, 'submittedAt')));
    await context.close();
  }
  times.sort((a, b) => a - b);
  const note = `p90 ${quantile(times, 0.9).toFixed(0)} ms`;
  return {
    name: 'from Enter to the first words of an answer',
    value: quantile(times, 0.5),
    unit: 'ms',
    n: LOADS,
    note,
  };
}

function figures(what: string, loads: readonly Load[]): PlainFigure[] {
  const median = (key: keyof Load): number =>
    quantile(
      loads.map((load) => load[key]).sort((a, b) => a - b),
      0.5,
    );
  const figure = (name: string, key: keyof Load, unit: string): PlainFigure => {
    return { name: `${what}: ${name}`, value: median(key), unit, n: loads.length, note: 'median' };
  };
  return [
    figure('first contentful paint', 'paintedMs', 'ms'),
    figure('until it can be used', 'interactiveMs', 'ms'),
    figure('requests', 'requests', ''),
    figure('on the wire', 'kilobytes', 'KB'),
  ];
}

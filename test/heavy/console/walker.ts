import type { Page } from 'playwright-core';
import { between, oneOf, type Random } from '../../../bench/support/random';
import { picture, type Visitor } from '../visitor/browser';
import { broken } from './served-console';

/** Something on the screen that can be pressed, chosen or filled in. */
interface Target {
  name: string;
  kind: 'press' | 'text' | 'select';
  x: number;
  y: number;
}

export interface Fault {
  walk: number;
  where: string;
  what: unknown;
  steps: readonly string[];
}

const KEYS = [
  ...['?', 'Control+k', 'Escape', 'Tab', 'Enter', 'ArrowDown', 'g i', 'g q', 'g c', 'g a', 'g s', '/'],
  ...['j', 'k', 'x', 'Shift+J', 'r', 'n', 'a', 'm', 'l', 'h', 'e', 'c', 'z', 'Shift+U', '1', '5', '8', 'Alt+ArrowDown'],
];
const TEXTS = [
  ...['Ann', '7', '', '   ', 'ann@example.com', 'https://shop.invalid/help', '2026-12-24', 'Straße 5\nsecond line'],
  ...['<img src=x onerror="window.hacked=1">', 'שלום עולם', 'x'.repeat(600), 'ab-c_1', '99999999999', '%', '/'],
];

/** Everything that a person could press now: on the screen, in its window, and not behind something else. */
const TARGETS = `(() => {
  const all = 'a[href], button, input, textarea, select, summary, [role=button], [role=tab], [role=menuitem], ' +
    '[role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=switch], [role=row][tabindex]';
  return [...document.querySelectorAll(all)].flatMap((element) => {
    const link = element.getAttribute('href');
    if (link !== null && (element.target === '_blank' || element.hasAttribute('download') || !element.href.startsWith(location.origin + '/app'))) return [];
    if (element.disabled || element.getAttribute('aria-disabled') === 'true') return [];
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (box.width < 2 || box.height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return [];
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)) return [];
    const isText = element.localName === 'textarea' || (element.localName === 'input' && !['checkbox', 'radio', 'file', 'range', 'color', 'submit', 'button'].includes(element.type));
    const name = (element.getAttribute('aria-label') || element.innerText || element.name || element.localName).trim().replace(/\\s+/g, ' ').slice(0, 60);
    return [{ name, kind: element.localName === 'select' ? 'select' : isText ? 'text' : 'press', x, y }];
  });
})()`;

/** What stands on the screen, without the ids in its address: new ones are examined. */
const SIGNATURE = `[
  location.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'),
  ...[...document.querySelectorAll('[role=dialog] [slot=title], [role=alertdialog] h2, [role=menu], [role=listbox]')].map((part) => part.getAttribute('aria-label') ?? part.textContent),
  document.querySelector('[role=tab][aria-selected=true]')?.textContent ?? '',
  document.querySelectorAll('[aria-invalid=true]').length > 0,
].join(' · ')`;

/** A member who presses, types and goes on at random, and reports what a screen must never show. */
export class Walker {
  readonly steps: string[] = [];
  readonly faults: Fault[] = [];
  looks = 0;
  private running = 0;
  private told = 0;

  constructor(
    private readonly walk: number,
    private readonly random: Random,
    private readonly visitor: Visitor,
    private readonly page: Page,
    private readonly options: { address: string; title: string; isMirrored: boolean; seen: Set<string> },
  ) {
    page.on('request', (request) => (this.running += Number(isAwaited(request.url()))));
    const ended = (url: string): void => void (this.running -= Number(isAwaited(url)));
    page.on('requestfailed', (request) => ended(request.url()));
    page.on('requestfinished', (request) => ended(request.url()));
    page.on('response', (response) => {
      const [status, method, { pathname, search }] = [
        response.status(),
        response.request().method(),
        new URL(response.url()),
      ];
      // What a role does not allow is not shown, so the console asks for none of it, and no screen asks in a wrong way.
      if (status >= 500 || (method === 'GET' && (status === 400 || status === 403)))
        this.fault(`${status} ${method} ${pathname}${search}`);
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on(
      'filechooser',
      (chooser) =>
        void chooser
          .setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('A') })
          .catch(() => undefined),
    );
    visitor.context.on('page', (other) => void other.close().catch(() => undefined));
  }

  async begin(path: string): Promise<void> {
    this.steps.push(`visit ${path}`);
    await this.page.goto(this.options.address + path);
    await this.look();
  }

  async step(): Promise<void> {
    const { page, random } = this;
    const targets = await page.evaluate<Target[]>(TARGETS);
    const chance = random();
    if (chance < 0.15 || targets.length === 0) {
      const keys = oneOf(random, KEYS);
      this.steps.push(`keys ${keys}`);
      for (const key of keys.split(' ')) await page.keyboard.press(key);
    } else if (chance < 0.2) {
      this.steps.push('back');
      await page.goBack({ timeout: 5_000 }).catch(() => null);
      if (page.url() === 'about:blank') await page.goForward();
    } else await this.use(oneOf(random, targets));
    await this.look();
  }

  private async use({ name, kind, x, y }: Target): Promise<void> {
    const { page, random } = this;
    this.steps.push(`${kind} ${name}`);
    await page.mouse.click(x, y);
    if (kind === 'text') {
      const text = oneOf(random, TEXTS);
      this.steps.push(`type ${text.slice(0, 20)}`);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
      if (random() < 0.2) await page.keyboard.press('Enter');
    } else if (kind === 'select') {
      for (let n = between(random, 1, 3); n > 0; n--) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
  }

  /** Waits until nothing moves any more, then examines what there is. */
  private async look(): Promise<void> {
    const { page, options } = this;
    await this.settle();
    const url = new URL(page.url());
    if (url.origin !== options.address || !url.pathname.startsWith('/app')) return this.fault('left the console');
    const { text, parts } = await page.evaluate<{ text: string; parts: number }>(
      "({ text: document.body.innerText.trim(), parts: document.querySelectorAll('h1, h2, [role=dialog], [role=alertdialog]').length })",
    );
    if (text === '' || parts === 0) await this.pictured('a blank screen');
    if (text.includes(options.title)) await this.pictured('an error page');
    if (await page.evaluate('window.hacked')) this.fault('a text was run');
    for (const problem of this.visitor.problems.slice(this.told)) this.fault(problem);
    this.told = this.visitor.problems.length;
    if (options.isMirrored) await page.evaluate("document.documentElement.dir = 'rtl'");
    const isWider = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    if (isWider) await this.pictured('scrolls sideways');
    const size = page.viewportSize()!.width;
    const signature = `${size} ${await page.evaluate<string>(SIGNATURE)}`;
    if (options.seen.has(signature) && this.random() > 0.05) return;
    options.seen.add(signature);
    this.looks++;
    const violations = await broken(page).catch((error: unknown) => [String(error)]);
    if (violations.length > 0) await this.pictured(violations);
  }

  private async settle(): Promise<void> {
    const { page } = this;
    const end = Date.now() + 60_000;
    let before = '';
    for (let still = 0; still < 3;) {
      await page.waitForTimeout(50);
      const now = await page
        .evaluate<string>(
          "location.href + document.body.innerHTML.length + (document.querySelector('.skeleton, [aria-busy=true]') || document.body.innerText.trim() === '' ? 'loading' : '')",
        )
        .catch(() => 'going');
      still = now === before && this.running <= 0 && !now.endsWith('loading') ? still + 1 : 0;
      before = now;
      if (Date.now() < end) continue;
      if (now.endsWith('loading')) await this.pictured('still loading after a minute');
      break;
    }
    await page
      .evaluate(
        'Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations < Infinity).map(({ finished }) => finished.catch(() => null))).then(() => null)',
      )
      .catch(() => null);
  }

  private async pictured(what: unknown): Promise<void> {
    this.fault(what);
    await picture(this.page, `walk-${this.walk}-${this.faults.length}`);
  }

  fault(what: unknown): void {
    this.faults.push({ walk: this.walk, where: this.page.url(), what, steps: [...this.steps] });
  }
}

/** Streams end when their page does. */
function isAwaited(url: string): boolean {
  return !/\/events|\/stream/.test(url);
}

import { readFileSync } from 'node:fs';
import type { Browser, Frame, Page } from 'playwright-core';
import { chatOf, openChat, picture, until, Visitor, write } from './browser';
import type { ScriptedService } from './conversation';
import type { Stage } from './stage';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The notice at the log's end, above the composer. */
const WHOLE =
  "document.querySelector('.alert').getBoundingClientRect().bottom <= document.querySelector('.log').getBoundingClientRect().bottom";

/** What moves for a moment has arrived; what goes on for ever does. */
const AT_REST =
  'Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations < Infinity).map(({ finished }) => finished))';

const TABLE = [
  {
    type: 'table',
    children: [
      { type: 'tr', children: ['Zone', 'Surcharge'].map((text) => ({ type: 'th', children: [text] })) },
      { type: 'tr', children: ['North', '4 €'].map((text) => ({ type: 'td', children: [text] })) },
    ],
  },
  {
    type: 'pre',
    children: [
      { type: 'code', children: ['npm install courier\nnpm run courier -- --check --every-day --of-the-week'] },
    ],
  },
];

/** axe-core in every state of the chat, light and dark, in both directions, wide and narrow. */
export function accessibility(stage: () => Stage): void {
  let service: ScriptedService;
  let browser: Browser;
  let address: string;
  let agentId: string;

  beforeAll(async () => {
    ({ service, address, browser } = stage());
    agentId = await stage().agent({
      supportEmail: 'help@shop.example',
      website: 'https://shop.example',
      voiceConfig: { enabled: true },
      widgetConfig: {
        // Light, so that the colour of texts and borders has to be found.
        accentColor: '#ffd54a',
        displayName: 'Help desk',
        suggestedPrompts: ['How do I return something?', 'Where is my order?'],
        promptGroups: [{ title: 'Gifts', prompts: ['Is there a gift box?'] }],
        privacyPolicyUrl: 'https://shop.example/privacy',
        showSupportEmail: true,
        dictationEnabled: true,
        socialLinks: [{ label: 'Mastodon', url: 'https://social.example/@shop' }],
      },
    });
  });
  beforeEach(() => stage().begin());

  // They cover each pair of two properties.
  const cases = [
    { colorScheme: 'light', lang: 'en', width: 320 },
    { colorScheme: 'light', lang: 'ar', width: 1280 },
    { colorScheme: 'dark', lang: 'en', width: 1280 },
    { colorScheme: 'dark', lang: 'ar', width: 320 },
  ] as const;

  it.each(cases)('$colorScheme, $lang, $width px: no finding in any state', async ({ colorScheme, lang, width }) => {
    const visitor = await Visitor.arrive(browser, { colorScheme, viewport: { width, height: 800 } });
    const page = await visitor.context.newPage();
    const findings: unknown[] = [];
    const look = async (state: string): Promise<void> => {
      await page.evaluate(AT_REST);
      findings.push(...(await findingsOf(page)).map((finding) => [state, finding]));
      await picture(page, `${state}-${colorScheme}-${lang}-${width}`);
    };
    await page.goto(`${address}/c/${agentId}?lang=${lang}`);
    await page.locator('textarea').waitFor();
    await look('greeting');
    await write(page, 'How do I return something?');
    await page.locator('.sources').waitFor();
    service.next = 'unanswered';
    await write(page, 'Can I pay in shells?');
    await page.locator('.messages + .prompts, .log > .prompts').last().waitFor();
    await look('unanswered');
    service.handOver(null);
    await page.locator('.note .text').waitFor();
    await look('waiting');
    service.handOver('Mara Lindqvist');
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Hello! How can I help?' });
    await page.locator('.row.person').waitFor();
    await look('conversation');
    await page.locator('.sources button').first().click();
    await page.locator('.quotes blockquote').waitFor();
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'A table', blocks: TABLE });
    await page.locator('table').waitFor();
    await look('quote-and-table');
    await page.locator('.menu > button').click();
    await look('menu');
    await page.locator('.menu li button').nth(1).click();
    await page.locator('.loud').click();
    await page.locator('.wrong').waitFor();
    await look('contact');
    await page.locator('.quiet').click();
    service.next = 'limited';
    await write(page, 'And where is it now?');
    await page.locator('.alert').waitFor();
    await look('limited');
    expect(await page.evaluate(WHOLE)).toBe(true);
    // Nothing is to be scrolled sideways (WCAG 1.4.10).
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(
      await page.evaluate("document.querySelector('.log').scrollWidth <= document.querySelector('.log').clientWidth"),
    ).toBe(true);
    expect(findings).toEqual([]);
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it.each([
    ['400 % of 1280 × 1024', { viewport: { width: 320, height: 256 } }],
    ['forced colours', { forcedColors: 'active' as const }],
    ['less motion', { reducedMotion: 'reduce' as const }],
  ])('%s: the composer stays in reach', async (name, options) => {
    const visitor = await Visitor.arrive(browser, options);
    const page = await visitor.context.newPage();
    await page.goto(`${address}/c/${agentId}?lang=de`);
    await write(page, 'Wie sende ich etwas zurück?');
    await page.locator('.sources').waitFor();
    const { y, height } = (await page.locator('textarea').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findingsOf(page)).toEqual([]);
    await picture(page, name.replace(/\W+/g, '-'));
    await visitor.leave();
  });

  it('the chat in its frame, closed and open, in a page of another site', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${stage().shop.address}/plain`);
    expect(await findingsOf(page)).toEqual([]);
    const chat = await openChat(page);
    expect(await chat.getByRole('dialog', { name: 'Help desk' }).getAttribute('aria-modal')).toBeNull();
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    expect(await findingsOf(chat)).toEqual([]);
    expect(await findingsOf(page)).toEqual([]);
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('text with more space, and twice its size, is cut off nowhere (1.4.4, 1.4.12)', async () => {
    const visitor = await Visitor.arrive(browser, { viewport: { width: 640, height: 512 } });
    const page = await visitor.context.newPage();
    await page.goto(`${address}/c/${agentId}?lang=de`);
    await write(page, 'Wie sende ich etwas zurück?');
    await page.locator('.sources').waitFor();
    await page.evaluate(
      "const sheet = new CSSStyleSheet(); sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'); document.adoptedStyleSheets = [sheet];",
    );
    const cut =
      "[...document.querySelectorAll('button, .bubble, h1, .about, .time, footer, .privacy')].filter((element) => element.checkVisibility() && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) && getComputedStyle(element).display !== 'inline').map(({ className, textContent }) => className + ': ' + textContent)";
    expect(await page.evaluate(cut)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await picture(page, 'text-spacing');
    await visitor.leave();
  });

  it('by keyboard alone: in, through everything, out, and back', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${stage().shop.address}/plain`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.localName')).toBe('parley-chat');
    await page.keyboard.press('Enter');
    const chat = await chatOf(page);
    await chat.locator('textarea:focus').waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await chat.locator('.sources').waitFor();
    const seen: string[] = [];
    const focused =
      "(() => { const { activeElement: e } = document; const { top, bottom, left, right } = e.getBoundingClientRect(); const shown = e.checkVisibility() && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth; return document.hasFocus() ? (e.getAttribute('aria-label') ?? e.innerText) + (shown ? '' : ' NOT SHOWN') : null; })()";
    // Backwards through all of it, out at its beginning: nothing traps the focus.
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Shift+Tab');
      const name = await chat.evaluate<string | null>(focused);
      if (name === null) break;
      seen.push(name.split('\n')[0]!);
    }
    expect(seen).toEqual([
      'Source 2: Shipping',
      'Source 1: Returns and refunds',
      expect.stringContaining('any post office'),
      ...['Conversation', 'Close chat', 'Menu'],
    ]);
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab');
      if ((await chat.evaluate<string | null>(focused)) === 'Menu') break;
    }
    await page.keyboard.press('Enter');
    await chat.getByRole('button', { name: 'New conversation' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await chat.evaluate(focused)).toBe('Menu');
    await page.keyboard.press('Escape');
    await until(page, "heard.at(-1)[0] === 'close' && document.activeElement.localName === 'parley-chat'");
    // Closed, it is not on the way.
    await page.keyboard.press('Tab');
    expect(await chat.evaluate('document.hasFocus()')).toBe(false);
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it.each([
    ['the composer', {}, 'TEXTAREA'],
    ['the log, where the composer would bring up a keyboard', { hasTouch: true, isMobile: true }, 'DIV'],
  ])('what is pressed and goes leaves the focus to %s', async (_what, options, place) => {
    const visitor = await Visitor.arrive(browser, options);
    const page = await visitor.context.newPage();
    await page.goto(`${address}/c/${agentId}?lang=en`);
    const focused = (): Promise<string> => page.evaluate('document.activeElement.tagName');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await page.getByRole('button', { name }).press('Enter');
    };
    await page.getByRole('button', { name: 'Where is my order?' }).press('Enter');
    await page.locator('.sources').waitFor();
    expect(await focused()).toBe(place);
    service.next = 'failing';
    await write(page, 'Hello?');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    service.next = 'answered';
    await again.press('Enter');
    await page.locator('.sources').nth(1).waitFor();
    expect(await focused()).toBe(place);
    for (const name of ['Get answers by email', 'Delete my data']) {
      for (const leave of [
        () => page.getByRole('button', { name: 'Cancel' }).press('Enter'),
        () => page.keyboard.press('Escape'),
      ]) {
        await choose(name);
        await page.locator('.card').waitFor();
        await leave();
        await page.locator('.card').waitFor({ state: 'detached' });
        expect(await focused()).toBe(place);
      }
    }
    await choose('New conversation');
    expect(await focused()).toBe(place);
    await visitor.leave();
  });

  it('says each finished message once, and nothing of an answer while it is written', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.context.newPage();
    await page.goto(`${address}/c/${agentId}?lang=en`);
    await page.locator('textarea').waitFor();
    await page.evaluate(
      "window.said = []; new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent); }).observe(document.querySelector('[aria-live=polite]'), { childList: true, subtree: true })",
    );
    await write(page, 'Hello');
    await page.locator('.sources').waitFor();
    const announced = await page.evaluate<string[]>('said');
    expect(announced.filter((text) => text.startsWith('Help desk: You can return'))).toHaveLength(1);
    expect(announced.filter((text) => text === 'Help desk is typing')).toHaveLength(1);
    expect(announced).toHaveLength(2);
    await visitor.leave();
  });
}

async function findingsOf(page: Page | Frame): Promise<unknown[]> {
  await page.evaluate(AXE);
  const run = `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html.slice(0, 120) + ' ' + failureSummary.slice(0, 300))]))`;
  return page.evaluate<unknown[]>(run);
}

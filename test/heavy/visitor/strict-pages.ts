import type { Page } from 'playwright-core';
import { drawn, openChat, until, Visitor, write } from './browser';
import type { Stage } from './stage';

const EVENTS =
  'window.heard = []; window.Parley = function () { (Parley.q = Parley.q || []).push(arguments); }; Parley("on", "error", ({ code }) => heard.push(code));';

/** What policies of a page, and the ways in which site builders load scripts, do to the widget. */
export function strictPages(stage: () => Stage): void {
  let visitor: Visitor;
  beforeEach(async () => {
    stage().begin();
    visitor = await Visitor.arrive(stage().browser);
  });
  afterEach(() => visitor.leave());

  const at = (name: string): string => `${stage().shop.address}/strict/${name}`;
  async function notesAt(name: string): Promise<{ page: Page; notes: string[] }> {
    const page = await visitor.context.newPage();
    const notes: string[] = [];
    page.on('console', (message) => message.type() === 'info' && notes.push(message.text()));
    await page.goto(at(name));
    return { page, notes };
  }

  it.each([
    'nonce',
    'nonce-strict-dynamic',
    'nonce-inserted',
    'trusted-types',
    'trusted-types-unnamed',
    'isolated',
    'clobbered-by-element',
    'clobbered-by-form',
    'clobbered-by-forms',
    'clobbered-by-frame',
    'tag-manager',
    'wordpress',
    'shopify',
    'next',
    'module',
  ])('%s: the chat opens, and no policy is violated', async (name) => {
    const page = await visitor.context.newPage();
    await page.goto(at(name));
    await drawn(page);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await chat.locator('.sources').waitFor();
    expect(await page.evaluate('crossOriginIsolated')).toBe(name === 'isolated');
    expect(visitor.problems).toEqual([]);
  });

  it('an isolated page frames an agent with a logo of another site', async () => {
    stage().shop.agentId = await stage().agent({ logoUrl: 'https://cdn.shop.example/logo.png' });
    const page = await visitor.context.newPage();
    await page.goto(at('isolated'));
    await drawn(page);
    await openChat(page);
  });

  it('a page whose default policy alone may make addresses', async () => {
    const page = await visitor.context.newPage();
    await page.goto(at('trusted-types-default'));
    await drawn(page);
    await openChat(page);
  });

  it('a page with Trusted Types can take the widget out and load it again', async () => {
    const page = await visitor.context.newPage();
    await page.goto(at('trusted-types-twice'));
    await drawn(page);
    await page.evaluate("Parley('destroy')");
    expect(await page.evaluate("document.querySelector('parley-chat')")).toBeNull();
    await page.evaluate(
      "const { src, dataset } = document.querySelector('script[data-agent]'); const shop = trustedTypes.createPolicy('shop', { createScriptURL: (address) => address }); const copy = document.createElement('script'); copy.dataset.agent = dataset.agent; copy.src = shop.createScriptURL(src); document.body.append(copy);",
    );
    await drawn(page);
    await openChat(page);
    expect(visitor.problems).toEqual([]);
  });

  describe('the console names the cause', () => {
    const service = (): string => stage().address;
    it.each([
      ['no-agent', () => 'The script tag names no agent by data-agent or ?agent=.'],
      ['script-blocked', () => `The page's policy (script-src-elem) blocks ${service()}.`],
      ['policy-refused', () => `The page's policy (trusted-types) blocks ${service()}.`],
    ])('%s', async (name, cause) => {
      const { page, notes } = await notesAt(name);
      for (let round = 0; round < 100 && notes.length === 0; round++) await page.waitForTimeout(50);
      expect(notes).toEqual([`Parley: no chat here. ${cause()}`]);
      expect(await page.evaluate("document.querySelector('parley-chat')")).toBeNull();
    });

    it.each<[string, object, (agentId: string) => string]>([
      ['inactive', { status: 'inactive' }, (id) => `Agent ${id} is not active.`],
      [
        'off',
        { widgetConfig: { widgetEnabled: false } },
        (id) => `Agent ${id} has its widget switched off (widgetEnabled).`,
      ],
      [
        'another site',
        { allowedDomains: ['other.example'] },
        (id) => `Agent ${id} is not for ${new URL(stage().shop.address).host}, which is not among its allowedDomains.`,
      ],
    ])('%s', async (_, settings, cause) => {
      const agentId = (stage().shop.agentId = await stage().agent(settings));
      await visitor.context.addInitScript(EVENTS);
      const { page, notes } = await notesAt('tag-manager');
      await until(page, "heard[0] === 'not_available'");
      expect(notes).toEqual([`Parley: no chat here. ${cause(agentId)}`]);
    });

    it('a page that blocks the frame', async () => {
      await visitor.context.addInitScript(EVENTS);
      const { page, notes } = await notesAt('frame-blocked');
      await drawn(page);
      await page.evaluate("Parley('open')");
      await until(page, "heard[0] === 'not_loaded'");
      expect(notes).toEqual([
        `Parley: the chat could not be loaded. The page's policy (frame-src) blocks ${service()}.`,
      ]);
    });
  });
}

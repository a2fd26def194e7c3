import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { anAgent } from '../factories/agent';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';
import { CHROMIUM, launch, picture, Visitor, write } from './visitor/browser';
import { ScriptedService } from './visitor/conversation';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

if (!CHROMIUM) console.log('Skipped: accessibility is tested in Chromium, which is not installed here.');

/** axe-core in every state of the chat, light and dark, in both directions, wide and narrow. */
(CHROMIUM ? describe : describe.skip)('accessibility', () => {
  let browser: Browser;
  let parley: Parley;
  let service: ScriptedService;
  let address: string;
  let agentId: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://parley.localhost:${port}`;
    parley = await startParley({ settings: { PUBLIC_URL: address } });
    const account = await anAccount(parley);
    const token = (await aCredential(parley, account)).secret;
    const workspace = await aWorkspace(parley, { secret: token });
    ({ id: agentId } = await anAgent(parley, workspace, { secret: token }));
    const body = {
      status: 'active',
      chatPageEnabled: true,
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
    };
    await parley.call('PATCH', `/workspaces/${workspace.id}/agents/${agentId}`, { token, body });
    service = await ScriptedService.start(port, parley.url);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    service.stop();
    await parley.stop();
  });
  beforeEach(() => service.begin());

  const cases = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ['en', 'ar'].flatMap((lang) => [320, 1280].map((width) => ({ colorScheme, lang, width }))),
  );

  it.each(cases)('$colorScheme, $lang, $width px: no finding in any state', async ({ colorScheme, lang, width }) => {
    const visitor = await Visitor.arrive(browser, { colorScheme, viewport: { width, height: 800 } });
    const page = await visitor.context.newPage();
    const findings: unknown[] = [];
    const look = async (state: string): Promise<void> => {
      findings.push(...(await findingsOf(page)).map((finding) => [state, finding]));
      await picture(page, `${state}-${colorScheme}-${lang}-${width}`);
    };
    await page.goto(`${address}/c/${agentId}?lang=${lang}`);
    await page.locator('textarea').waitFor();
    await look('greeting');
    await write(page, 'How do I return something?');
    await page.locator('.sources').waitFor();
    service.handOver('Mara Lindqvist');
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Hello! How can I help?' });
    await page.locator('.row.person').waitFor();
    await look('conversation');
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
    const said = await page.evaluate<string[]>('said');
    expect(said.filter((text) => text.startsWith('Help desk: You can return'))).toHaveLength(1);
    expect(said.filter((text) => text === 'Help desk is typing')).toHaveLength(1);
    expect(said).toHaveLength(2);
    await visitor.leave();
  });
});

async function findingsOf(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  const run = `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html.slice(0, 120) + ' ' + failureSummary.slice(0, 300))]))`;
  return page.evaluate<unknown[]>(run);
}

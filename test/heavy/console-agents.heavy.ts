import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { aKey } from '../factories/key';
import { aSource } from '../factories/source';
import { WebServer } from '../support/web-server';
import { expectSoon } from './console/comes-to';
import { AgentsDesk } from './console/agents-desk';
import { broken } from './console/served-console';
import { CHROMIUM, openChat, picture, type Visitor, write } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const TEXT = '# Shipping\n\nParcels to France take three days.';
const TABS = ['try', 'knowledge', 'gaps', 'tests', 'look', 'channels', 'behaviour'];
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}';

(CHROMIUM ? describe : describe.skip)('agents in the console', () => {
  let desk: AgentsDesk;
  let member: Visitor;
  beforeAll(async () => {
    desk = await AgentsDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    await desk.begin();
    member = await desk.arrive();
  });
  afterEach(async () => {
    expect(member.problems).toEqual([]);
    await member.leave();
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const sourceOf = (agent: { id: string; workspaceId: string }, settings: Record<string, unknown>) =>
    aSource(desk.parley, agent, desk.owner, settings);

  it('first run: from nothing to an answer with its source, in few presses; resumes where it was left', async () => {
    const page = await desk.visit(member, '/welcome');
    await page.getByRole('textbox', { name: 'Name' }).fill('Helper');
    await press(page, 'Continue');
    await page.getByRole('tab', { name: 'Text' }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shipping');
    await page.getByRole('textbox', { name: 'Text' }).fill(TEXT);
    await press(page, 'Add');
    await page.getByRole('heading', { name: 'Ask it a question' }).waitFor();
    await desk.parley.drain();
    await page.getByRole('button', { name: 'What about: Shipping?' }).click();
    await page.locator('.citations').getByText('Parcels to France take three days.').waitFor();
    await picture(page, 'console-first-run');
    await press(page, 'Activate the agent');
    await page.getByText('data-agent=').waitFor();
    await press(page, 'Also open a chat page');
    await page.getByRole('link', { name: 'Open the chat page' }).waitFor();
    const { body } = await desk.call('GET', '/agents');
    expect(body).toMatchObject([{ name: 'Helper', status: 'active', chatPageEnabled: true, sourceCount: 1 }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Put it on your website' }).waitFor();
  });

  it('teaches the agent from a gap: the pair answers, and the gap is gone', async () => {
    const agent = await desk.agent();
    const { secret } = await aKey(desk.parley, desk.workspace, { scopes: ['chat:write'] });
    const chat = await desk.parley.call('POST', `/workspaces/${desk.workspace.id}/agents/${agent.id}/chat`, {
      token: secret,
      body: { message: 'Do you sell blue umbrellas?' },
    });
    expect(chat.body).toMatchObject({ outcome: 'no_answer' });
    await desk.parley.drain();
    const page = await desk.visit(member, `/agents/${agent.id}/gaps`);
    await page.getByRole('heading', { name: 'Do you sell blue umbrellas?' }).waitFor();
    await press(page, 'Answer');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, blue umbrellas cost nine euros.');
    await press(page, 'Add answer');
    await page.getByText('No open questions.').waitFor();
    await desk.parley.drain();
    await page.getByRole('tab', { name: 'Try' }).click();
    await page.getByLabel('Your question').fill('Do you sell blue umbrellas?');
    await page.keyboard.press('Enter');
    await page.locator('.answer-text').getByText('nine euros').waitFor();
  });

  it('opens the cited passage marked in its source, and edits the source in place', async () => {
    const agent = await desk.agent();
    const source = await sourceOf(agent, { name: 'Shipping', content: 'Parcels to France take three days.' });
    await desk.parley.drain();
    const page = await desk.visit(member, `/agents/${agent.id}/try`);
    await page.getByLabel('Your question').fill('How long do parcels to France take?');
    await page.keyboard.press('Enter');
    await page.locator('.citations button').first().click();
    expect(await page.locator('mark').textContent()).toBe('Parcels to France take three days.');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Knowledge' }).click();
    await page.getByRole('button', { name: 'Actions for Shipping' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Parcels to France take five days.');
    await press(page, 'Save');
    await page.getByText('The former text answers').waitFor();
    await desk.parley.drain();
    expect((await desk.call('GET', `/agents/${agent.id}/sources/${source.id}`)).body).toMatchObject({
      name: 'Shipping',
      content: 'Parcels to France take five days.',
      status: 'ready',
    });
  });

  it('the look has every field: a group of questions, a link and the voice are saved', async () => {
    const agent = await desk.agent();
    const page = await desk.visit(member, `/agents/${agent.id}/look`);
    await press(page, 'Add a group of questions');
    await page.getByLabel('Heading').fill('Orders');
    await page.getByLabel('Suggested questions').last().fill('Where is my order?\nCan I return it?');
    await press(page, 'Add a link');
    const link = page.getByRole('group', { name: 'Links' });
    await link.getByLabel('Name').fill('Forum');
    await link.getByLabel('Address').fill('https://forum.example');
    await page.getByLabel('Longest voice conversation').fill('90');
    await press(page, 'Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await desk.call('GET', `/agents/${agent.id}`)).body).toMatchObject({
      widgetConfig: {
        promptGroups: [{ title: 'Orders', prompts: ['Where is my order?', 'Can I return it?'] }],
        socialLinks: [{ label: 'Forum', url: 'https://forum.example' }],
      },
      voiceConfig: { maxDurationSeconds: 90 },
    });
  });

  it('the look is shown as it is typed, before it is saved, and nothing is sent from the preview', async () => {
    const agent = await desk.agent({ name: 'Helper' });
    const page = await desk.visit(member, `/agents/${agent.id}/look`);
    const preview = page.frameLocator('iframe[title=Preview]');
    await preview.getByRole('heading', { name: 'Helper' }).waitFor();
    await page.getByLabel('Name that visitors see').fill(HOSTILE);
    await page.getByLabel('Greeting').fill('Good day!');
    await page.getByLabel('Color').fill('#ff8800');
    await page.getByLabel('Suggested questions').first().fill('Where is my order?');
    await preview.getByRole('heading', { name: HOSTILE }).waitFor();
    await preview.getByText('Good day!').waitFor();
    await preview.getByRole('button', { name: 'Chat with us' }).waitFor();
    const accent = () =>
      preview.locator('html').evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent")');
    await expectSoon(accent, '#ff8800');
    await preview.getByRole('button', { name: 'Chat with us' }).scrollIntoViewIfNeeded();
    await picture(page, 'console-look-widget');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()));
    await preview.getByRole('button', { name: 'Where is my order?' }).click();
    await preview.locator('textarea').fill('Hello?');
    await preview.locator('textarea').press('Enter');
    expect(sent).toEqual([]);
    // The text that the agent was made with is in the language of the visitor, as on the customer's site.
    await page.getByLabel('Language (a tag such as de, or auto)').fill('de');
    await preview.locator('html[lang=de]').waitFor();
    await preview.getByText('Good day!').waitFor();
    await page.getByRole('button', { name: /^The widget/ }).click();
    await page.getByRole('option', { name: 'The chat page' }).click();
    await preview.locator('.panel.page').getByText('Good day!').waitFor();
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('button', { name: /Theme$/ })
      .click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await preview.locator('html[data-theme=dark]').getByText('Good day!').waitFor();
    await page.getByRole('button', { name: /^Narrow/ }).click();
    await page.getByRole('option', { name: 'Wide' }).click();
    await page.locator('.look-preview').evaluate('document.querySelector(".look-preview").scrollIntoView()');
    await picture(page, 'console-look-page');
    expect((await desk.call('GET', `/agents/${agent.id}`)).body).toMatchObject({
      widgetConfig: { displayName: 'Helper' },
    });
    await press(page, 'Discard changes');
    await preview.getByRole('heading', { name: 'Helper' }).waitFor();
  });

  it.each([
    { labels: { locale: 'de' } },
    {
      labels: { locale: 'fr', sendButton: 'Go', poweredBy: 'By us', composerPlaceholder: 'Ask us' },
      ...{ messagePlaceholder: '', greeting: 'Hi', displayName: '', promptGroups: [{ title: 'A', prompts: ['B?'] }] },
      ...{
        privacyPolicyUrl: 'https://shop.example/privacy',
        socialLinks: [{ label: 'Forum', url: 'https://a.example' }],
      },
    },
    { labels: { locale: 'en' }, messagePlaceholder: 'Ask me', showPoweredBy: false, dictationEnabled: true },
  ])('the preview has the texts of the chat page: %j', async (widgetConfig) => {
    const agent = await desk.agent();
    const { status } = await desk.call('PATCH', `/agents/${agent.id}`, { chatPageEnabled: true, widgetConfig });
    expect(status).toBe(200);
    const page = await desk.visit(member, `/agents/${agent.id}/look`);
    await page.getByRole('button', { name: /^The widget/ }).click();
    await page.getByRole('option', { name: 'The chat page' }).click();
    const preview = page.frameLocator('iframe[title=Preview]').locator('.panel.page');
    const chat = await member.context.newPage();
    await chat.goto(`${desk.address}/c/${agent.id}`);
    const shown = async (panel: Locator) => {
      const named = await panel.locator('[aria-label], [placeholder], [href]').all();
      const attributes = named.flatMap((one) =>
        ['aria-label', 'placeholder', 'href'].map((name) => one.getAttribute(name)),
      );
      return [await panel.innerText(), ...(await Promise.all(attributes))];
    };
    const expected = await shown(chat.locator('.panel.page'));
    await expectSoon(() => shown(preview), expected);
  });

  it('shows what others saved meanwhile, and overwrites nothing before it was seen', async () => {
    const agent = await desk.agent();
    const page = await desk.visit(member, `/agents/${agent.id}/behaviour`);
    await page.getByLabel('Instructions').fill('Be brief.');
    await desk.call('PATCH', `/agents/${agent.id}`, { temperature: 0.7, systemPrompt: 'Be long.' });
    await press(page, 'Save');
    const shown = page.getByRole('alert');
    await shown.getByText('Another member saved this agent').waitFor();
    expect(await shown.locator('li').allTextContents()).toEqual([
      'Instructions: Be long. (you changed this too)',
      'Temperature: 0.7',
    ]);
    expect((await desk.call('GET', `/agents/${agent.id}`)).body).toMatchObject({ systemPrompt: 'Be long.' });
    await press(page, 'Save');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await desk.call('GET', `/agents/${agent.id}`)).body).toMatchObject({
      systemPrompt: 'Be brief.',
      temperature: 0.7,
    });
  });

  it('the snippet that it shows puts a working widget into a page', async () => {
    const agent = await desk.agent();
    await sourceOf(agent, { name: 'Shipping', content: 'Parcels to France take three days.' });
    await desk.parley.drain();
    const page = await desk.visit(member, `/agents/${agent.id}/channels`);
    const snippet = (await page.getByRole('textbox', { name: 'Code for your website' }).textContent())!;
    const site = await WebServer.start();
    site.pages.set('/', { body: `<!doctype html><title>Shop</title><h1>Shop</h1>${snippet}` });
    const shop = await member.visit(`${site.url}/`);
    const chat = await openChat(shop);
    await write(chat, 'How long do parcels to France take?');
    await chat.getByText('Parcels to France take three days.').first().waitFor();
    await site.stop();
    const preview = await member.visit(`${desk.address}/app/preview/${agent.id}`);
    await openChat(preview);
    await picture(preview, 'console-preview');
  });

  it('hostile texts stay texts', async () => {
    const agent = await desk.agent({ name: HOSTILE.slice(0, 200) });
    await sourceOf(agent, { name: HOSTILE, content: `Zebras ${HOSTILE} travel by boat.` });
    await desk.parley.drain();
    const page = await desk.visit(member, `/agents/${agent.id}/try`);
    await page.getByLabel('Your question').fill('How do zebras travel?');
    await page.keyboard.press('Enter');
    await page.locator('.citations button').first().click();
    await page.locator('.source-text').getByText('window.hacked').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Knowledge' }).click();
    await page.getByRole('rowheader').getByText(HOSTILE).waitFor();
    expect(
      await page.evaluate("['hacked' in window, document.querySelectorAll('main img, main script').length]"),
    ).toEqual([false, 0]);
  });

  it.each([1280, 320])('keeps WCAG 2.2 AA at %d px, and never scrolls sideways', async (width) => {
    const agent = await desk.agent();
    await sourceOf(agent, { name: 'Shipping', content: TEXT });
    await desk.parley.drain();
    const narrow = await desk.arrive({ viewport: { width, height: 800 } });
    for (const path of ['/agents', '/welcome', ...TABS.map((tab) => `/agents/${agent.id}/${tab}`)]) {
      const page = await desk.visit(narrow, path);
      await page.locator('.agent-card, .welcome, .tab-panel > *').first().waitFor();
      await expectSoon(() => page.locator('.skeleton').count(), 0);
      const tooWide = await page.evaluate(
        "document.querySelector('main').scrollWidth > document.querySelector('main').clientWidth",
      );
      expect([path, await broken(page), tooWide]).toEqual([path, [], false]);
      await picture(page, `console${path.replace(/\W+/g, '-').replace(agent.id, '')}-${width}`);
      await page.close();
    }
    expect(narrow.problems).toEqual([]);
    await narrow.leave();
  });

  it('no part that a screen loads is larger than 60 KB', () => {
    const folder = join(__dirname, '../../dist/console/assets');
    const parts = readdirSync(folder).filter((name) => name.startsWith('part-'));
    const { preload } = JSON.parse(readFileSync(join(folder, '../manifest.json'), 'utf8')) as { preload: string[] };
    const lazy = parts.filter((name) => !preload.includes(name));
    expect(lazy.length).toBeGreaterThan(7);
    for (const name of lazy)
      expect([name, gzipSync(readFileSync(join(folder, name))).length < 61_440]).toEqual([name, true]);
  });
});

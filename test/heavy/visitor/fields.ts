import type { BrowserContextOptions, Page } from 'playwright-core';
import { picture, until, Visitor, write } from './browser';
import type { ScriptedService } from './conversation';
import { SPEECH } from './speech';
import type { Stage } from './stage';

/** What the settings of an agent do: each is seen to act. */
export function fields(stage: () => Stage): void {
  let service: ScriptedService;
  let visitor: Visitor;
  let agentId: string;

  beforeAll(async () => {
    agentId = await stage().agent({
      supportEmail: 'help@shop.example',
      website: 'https://shop.example',
      logoUrl: 'https://logo.shop.example/logo.svg',
      voiceConfig: { enabled: true, consentCopy: 'We record nothing.', voiceId: 'Sam', maxDurationSeconds: 4 },
      widgetConfig: {
        displayName: 'Help desk',
        greeting: 'Good day!',
        suggestedPrompts: ['How do I return something?'],
        promptGroups: [{ title: 'Gifts', prompts: ['Is there a gift box?'] }],
        privacyPolicyUrl: 'https://shop.example/privacy',
        showSupportEmail: true,
        dictationEnabled: true,
        chatPageTheme: 'dark',
        socialLinks: [{ label: 'Mastodon', url: 'https://social.example/@shop' }],
      },
    });
  });
  beforeEach(() => {
    stage().begin();
    ({ service } = stage());
  });

  async function arrive(
    query = '',
    options: BrowserContextOptions = {},
    has = { logo: true, speech: true },
  ): Promise<Page> {
    visitor = await Visitor.arrive(stage().browser, options);
    await visitor.context.addInitScript(
      has.speech ? SPEECH : 'delete window.SpeechRecognition; delete window.webkitSpeechRecognition;',
    );
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="20" cx="20" cy="20" fill="teal"/></svg>';
    await visitor.context.route('https://logo.shop.example/**', (route) =>
      has.logo ? route.fulfill({ contentType: 'image/svg+xml', body }) : route.abort(),
    );
    const page = await visitor.context.newPage();
    await page.goto(`${stage().address}/c/${agentId}${query}`);
    await page.locator('textarea').waitFor();
    return page;
  }
  afterEach(async () => {
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('greeting, prompts and their groups, until the first message; a press sends', async () => {
    const page = await arrive();
    expect(await page.locator('.start .bubble').innerText()).toBe('Good day!');
    expect(await page.locator('.prompts h2').allInnerTexts()).toEqual(['Gifts']);
    await page.getByRole('button', { name: 'Is there a gift box?' }).click();
    await page.locator('.sources').waitFor();
    expect(service.sent.map(({ message }) => message)).toEqual(['Is there a gift box?']);
    expect(await page.locator('.prompts').count()).toBe(0);
    expect(await page.locator('.start .bubble').count()).toBe(1);
  });

  it('the privacy line, until the first message', async () => {
    const page = await arrive();
    expect(await page.locator('.privacy').innerText()).toMatch(
      /^By chatting, you agree that we process your messages as described in our privacy policy\s*\(opens in a new tab\)\s*\. Questions without an answer help improve this assistant\.$/,
    );
    const link = page.locator('.privacy a');
    expect([
      await link.getAttribute('href'),
      await link.getAttribute('target'),
      await link.getAttribute('rel'),
    ]).toEqual(['https://shop.example/privacy', '_blank', 'noopener noreferrer']);
    await write(page, 'Hello');
    await page.locator('.privacy').waitFor({ state: 'detached' });
  });

  it('logo, theme and name; initials where the logo does not come', async () => {
    const page = await arrive();
    expect(await page.locator('.head img').evaluate(({ naturalWidth }) => naturalWidth)).toBe(40);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(19, 20, 24)');
    await picture(page, 'field-logo');
    await visitor.leave();
    const without = await arrive('', {}, { logo: false, speech: true });
    await without.locator('.head .avatar', { hasText: 'HD' }).waitFor();
  });

  it('the menu: links to elsewhere in a new tab, mail, and what can be done with a conversation', async () => {
    const page = await arrive();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    const items = page.locator('.menu li:not([hidden]) > *');
    const shown: string[] = [];
    for (const item of await items.all()) {
      const attributes = await Promise.all(['target', 'rel', 'href'].map((name) => item.getAttribute(name)));
      shown.push([await item.textContent(), ...attributes].join(' ').replace(/\s+/g, ' ').trim());
    }
    expect(shown).toEqual([
      'Website (opens in a new tab) _blank noopener noreferrer https://shop.example',
      'Mastodon (opens in a new tab) _blank noopener noreferrer https://social.example/@shop',
      'Write to help@shop.example mailto:help@shop.example',
      'privacy policy (opens in a new tab) _blank noopener noreferrer https://shop.example/privacy',
    ]);
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Menu');
    await write(page, 'Hello');
    await page.locator('.sources').waitFor();
    await menu.click();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.locator('.row.visitor').waitFor({ state: 'detached' });
    await write(page, 'Another question');
    await page.locator('.messages .row.visitor time').last().waitFor();
    await menu.click();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Your data has been deleted.').waitFor();
    expect(service.requests).toContain('DELETE /api/v1/visitor/data');
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it.each([
    ['unanswered', 'You can also write to help@shop.example.'],
    ['refused', 'You cannot write here. You can also write to help@shop.example.'],
    ['failing', 'Something went wrong. Please try again. You can also write to help@shop.example.'],
  ] as const)('%s: the address of the support', async (next, text) => {
    const page = await arrive();
    service.next = next;
    await write(page, 'Hello');
    await page.locator('.log').getByText(text).first().waitFor();
    await picture(page, `state-${next}`);
  });

  it('no address of the support where it is not shown, and no footer where it is not wanted', async () => {
    const shown = await arrive();
    expect(await shown.locator('footer').innerText()).toBe('Powered by Parley');
    await visitor.leave();
    await stage().change(agentId, { widgetConfig: { showSupportEmail: false, showPoweredBy: false } });
    const page = await arrive();
    expect(await page.locator('footer').count()).toBe(0);
    service.next = 'inactive';
    await write(page, 'Hello');
    await page.locator('.alert', { hasText: 'This chat is closed at the moment.' }).waitFor();
    expect(await page.content()).not.toContain('help@shop.example');
    await stage().change(agentId, { widgetConfig: { showSupportEmail: true, showPoweredBy: true } });
  });

  it.each([
    ['the address', '?lang=ja', {}, 'ja'],
    ['the browser', '', { locale: 'pt-BR' }, 'pt-BR'],
    ['neither', '?lang=xx', { locale: 'cs' }, 'en'],
  ])('the language of %s, for texts, dates and turns', async (_, query, options, locale) => {
    const page = await arrive(query, options);
    const dictionary = (await import(`../../../src/visitor-ui/words/${locale.slice(0, 2)}.json`)) as Record<
      string,
      string
    >;
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('textarea').getAttribute('aria-label')).toBe(dictionary['message']);
    expect(await page.locator('textarea').getAttribute('placeholder')).toBe(dictionary['placeholder']);
    await write(page, 'Hello');
    await page.locator('.sources').waitFor();
    expect(service.sent[0]!.locale).toBe(locale);
  });

  it('days are those of the visitor, and only one that is not today needs to be named', async () => {
    const page = await arrive('?lang=en', { timezoneId: 'Asia/Tokyo' });
    await page.clock.setFixedTime('2026-03-04T12:00:00+09:00');
    const at = (createdAt: string, content = createdAt): void => service.say({ from: 'person', content, createdAt });
    await write(page, 'Hello');
    await page.locator('.sources').waitFor();
    stage().begin();
    await page.goto('about:blank');
    at('2026-03-02T23:59:00+09:00');
    at('2026-03-03T08:59:00+09:00');
    at('2026-03-03T09:01:00+09:00');
    at('2026-03-04T00:01:00+09:00', 'the last one');
    await page.goBack();
    await page.getByText('the last one').waitFor();
    expect(await page.locator('.messages > li').allInnerTexts()).toEqual([
      'Monday, March 2',
      expect.stringContaining('11:59'),
      'Tuesday, March 3',
      expect.stringContaining('8:59'),
      expect.stringContaining('9:01'),
      'Wednesday, March 4',
      expect.stringContaining('12:01'),
    ]);
  });

  it('a fixed language applies to all visitors, and the customer’s own texts are in every one', async () => {
    await stage().change(agentId, { widgetConfig: { labels: { locale: 'ar', sendButton: 'Go!' } } });
    const page = await arrive('?lang=de');
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['ar', 'rtl']);
    expect(await page.locator('.send').getAttribute('aria-label')).toBe('Go!');
    await stage().change(agentId, { widgetConfig: { labels: { locale: 'auto', sendButton: 'Send' } } });
  });

  it('Enter sends, Shift+Enter breaks, and Enter that chooses a character does neither; ?q= is not sent', async () => {
    const page = await arrive('?q=Good%20day');
    const box = page.locator('textarea');
    expect([await box.inputValue(), service.sent]).toEqual(['Good day', []]);
    await box.fill('日本');
    const choose = (how: string): string =>
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ${how} }))`;
    await page.evaluate(choose('isComposing: true'));
    await page.evaluate(choose('keyCode: 229'));
    expect(service.sent).toEqual([]);
    await box.press('Shift+Enter');
    await box.pressSequentially('x');
    await box.press('Enter');
    await page.locator('.sources').waitFor();
    expect(service.sent.map(({ message }) => message)).toEqual(['日本\nx']);
  });

  it('dictation: names the processor of speech, fills the composer, is sent by hand only, with the consent', async () => {
    const page = await arrive();
    await page.locator('textarea').fill('Please:');
    await page.getByRole('button', { name: 'Dictate' }).click();
    await page.getByText('We record nothing. The maker of your browser may process what you say').waitFor();
    await picture(page, 'dictation-asks');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Listening…').waitFor();
    await page.evaluate("speak('where is my parcel')");
    expect(await page.locator('textarea').inputValue()).toBe('Please: where is my parcel');
    expect(await page.evaluate('used')).toEqual([{ lang: 'en-US', locally: false }]);
    await page.getByRole('button', { name: 'Dictate' }).click();
    await page.evaluate("fail('not-allowed')");
    await page.getByRole('alert').getByText('The microphone is blocked.').waitFor();
    expect(service.sent).toEqual([]);
    await page.locator('textarea').press('Enter');
    await page.locator('.sources').first().waitFor();
    await write(page, 'Thank you');
    await page.locator('.sources').nth(1).waitFor();
    expect(service.sent.map(({ voiceConsent }) => voiceConsent)).toEqual([
      expect.stringMatching(/^We record nothing\. The maker of your browser/),
      undefined,
    ]);
  });

  it('dictation on this computer alone', async () => {
    const page = await arrive();
    await page.evaluate('hearsLocally = true');
    await page.getByRole('button', { name: 'Dictate' }).click();
    expect(await page.locator('.card').innerText()).not.toContain('maker of your browser');
    await page.getByRole('button', { name: 'Accept' }).click();
    await until(page, 'used.length === 1');
    expect(await page.evaluate('used')).toEqual([{ lang: 'en-US', locally: true }]);
  });

  it('spoken turns: accepted once, heard, answered aloud in the customer’s voice, ended in time', async () => {
    const page = await arrive('?lang=en-GB');
    const talk = page.getByRole('button', { name: 'Speak with the assistant' });
    await talk.click();
    await page.getByText('We record nothing.').waitFor();
    expect(await page.evaluate('used.length')).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await talk.click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.locator('.spoken', { hasText: 'Listening…' }).waitFor();
    await until(page, 'used.length === 1');
    await picture(page, 'voice-listening');
    await page.evaluate("speak('Can I return it?')");
    await until(page, 'spoken.length === 1');
    expect(service.sent.map(({ message }) => message)).toEqual(['Can I return it?']);
    expect(await page.evaluate('spoken')).toEqual([
      { text: 'You can return anything within 30 days, at any post office.', lang: 'en-GB', voice: 'Sam' },
    ]);
    await until(page, 'used.length === 2');
    await page.locator('.spoken [role=timer]').waitFor();
    await picture(page, 'voice-ends');
    await page.getByRole('button', { name: 'More time' }).click();
    await page.locator('.spoken').waitFor({ state: 'detached' });
    expect(await page.locator('textarea').isEnabled()).toBe(true);
    expect(await page.locator('.row.agent').count()).toBeGreaterThan(1);
    // What was accepted is not asked again.
    await talk.click();
    await page.locator('.spoken').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
  });

  it('no microphone where the browser has no recognition', async () => {
    const page = await arrive('', {}, { logo: true, speech: false });
    const tools = await page.locator('.tool').all();
    expect(await Promise.all(tools.map((tool) => tool.getAttribute('aria-label')))).toEqual(['Attach files']);
  });
}

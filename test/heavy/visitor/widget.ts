import { chatOf, drawn, openChat, picture, until, Visitor, write } from './browser';
import type { ScriptedService } from './conversation';
import type { Shop } from './shop';
import type { Stage } from './stage';

/** The widget on a page of another site, in a browser as visitors have it. */
export function widget(stage: () => Stage): void {
  let service: ScriptedService;
  let shop: Shop;
  let visitor: Visitor;

  beforeEach(async () => {
    stage().begin();
    ({ service, shop } = stage());
    visitor = await Visitor.arrive(stage().browser);
  });
  afterEach(async () => {
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  const answered = (chat: Awaited<ReturnType<typeof chatOf>>) =>
    chat.getByRole('link', { name: 'Source 1: Returns and refunds' }).waitFor();

  it('asks and keeps nothing before the first message; then streams, with sources, under a strict policy', async () => {
    const page = await visitor.visit(`${shop.address}/strict`);
    await page.waitForTimeout(300);
    expect(service.requests.filter((request) => request.includes('/api/') || request.includes('/c/'))).toEqual([]);
    const chat = await openChat(page);
    expect(service.requests.filter((request) => request.includes('/api/'))).toEqual([]);
    expect(await chat.evaluate('localStorage.length')).toBe(0);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await picture(page, 'opened');
    await chat.getByRole('button', { name: 'How do I return something?' }).click();
    await chat.locator('.writing').waitFor();
    await answered(chat);
    expect(await chat.locator('.bubble strong').innerText()).toBe('anything');
    expect(await chat.locator('.bubble a').getAttribute('rel')).toBe('noopener noreferrer');
    await picture(page, 'answered');
    expect(service.sent).toMatchObject([{ message: 'How do I return something?', pageUrl: `${shop.address}/strict` }]);
    expect(await chat.locator('.messages > .row').count()).toBe(2);
  });

  it('has the focus where one writes, however late the browser draws', async () => {
    const late = 'setTimeout = (work, after, ...rest) => soon(work, Math.max(after, 500), ...rest)';
    await visitor.context.addInitScript(
      `if (self !== top) { requestAnimationFrame = () => 0; const soon = setTimeout; ${late}; }`,
    );
    await openChat(await visitor.visit(`${shop.address}/plain`));
  });

  it('goes on after a reload, and in a second tab with one stream for both', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await answered(chat);
    await page.reload();
    await drawn(page);
    // Loaded by itself, because there is a conversation.
    await (await chatOf(page)).locator('.sources').waitFor({ state: 'attached' });
    const again = await openChat(page);
    const other = await openChat(await visitor.visit(`${shop.address}/plain`));
    await answered(other);
    await write(again, 'And in the other tab?');
    await other.getByText('And in the other tab?').waitFor();
    await other.locator('.row.agent .sources').nth(1).waitFor();
    expect(await other.locator('.messages > .row').count()).toBe(4);
    expect(service.openStreams).toBe(1);
  });

  it('tells of a person who answers, also while the panel is closed', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'I want to talk to somebody');
    await answered(chat);
    await page.waitForTimeout(200);
    service.handOver('Mara Lindqvist');
    await chat.locator('.about', { hasText: 'Mara Lindqvist' }).waitFor();
    expect(await chat.locator('.about.live').count()).toBe(0);
    service.send('typing', { from: 'person' });
    await chat.locator('.dots').waitFor();
    expect(await chat.locator('.about.live').count()).toBe(1);
    await page.evaluate("Parley('close')");
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Your parcel leaves tonight.' });
    await until(page, "heard.some(([name, detail]) => name === 'unread' && detail.count === 1)");
    await picture(page, 'unread');
    await page.evaluate("Parley('open')");
    await chat.locator('.row.person', { hasText: 'leaves tonight' }).waitFor();
    await until(page, "heard.at(-1)[0] === 'unread' && heard.at(-1)[1].count === 0");
    expect(service.requests).toContain('POST /api/v1/visitor/conversations/c1/read');
    await picture(page, 'person');
  });

  it('keeps what is written offline, and sends it once', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await answered(chat);
    await visitor.context.setOffline(true);
    await write(chat, 'Are you there?');
    await chat.getByText('Not sent').waitFor();
    await chat.getByText('You are offline.').waitFor();
    await picture(page, 'offline');
    await visitor.context.setOffline(false);
    await chat.locator('.row.agent .sources').nth(1).waitFor();
    expect(service.sent.map(({ message }) => message)).toEqual(['Hello', 'Are you there?']);
    expect(await chat.getByText('Not sent').count()).toBe(0);
  });

  it('sends by itself what the service was not there for, and once', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    service.next = 'away';
    await write(chat, 'Hello');
    await chat.locator('.alert', { hasText: 'as soon as it is back' }).waitFor();
    await picture(page, 'away');
    await answered(chat);
    expect(new Set(service.sent.map(({ requestId }) => requestId)).size).toBe(1);
    expect(await chat.locator('.alert').count()).toBe(0);
  });

  it('does not promise a person, offers an address, and shows who has answered', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    service.next = 'unanswered';
    await write(chat, 'Can I pay in shells?');
    const offers = chat.getByRole('group', { name: 'Perhaps this helps:' });
    await offers.getByRole('link', { name: 'Returns > Gifts' }).waitFor();
    await picture(page, 'suggestions');
    const announced = 'that. Perhaps this helps: Returns > Gifts, Vouchers, Talk to a person';
    expect(await chat.locator('[aria-live=polite]').textContent()).toContain(announced);
    // One is sent once, and leaves the focus to the composer.
    service.next = 'unanswered';
    await offers.getByRole('button', { name: 'Vouchers' }).dblclick();
    await chat.locator('.row.visitor', { hasText: 'Vouchers' }).waitFor();
    await chat.locator('.row.agent .bubble').nth(1).waitFor();
    await offers.waitFor();
    expect(service.sent.map(({ message }) => message)).toEqual(['Can I pay in shells?', 'Vouchers']);
    await offers.getByRole('button', { name: 'Talk to a person' }).press('Enter');
    expect(await chat.evaluate('document.activeElement.localName')).toBe('textarea');
    await chat.locator('.row.visitor', { hasText: 'I want to talk to a person.' }).waitFor();
    await chat.locator('.row.agent .sources').waitFor();
    expect(await offers.count()).toBe(0);
    service.handOver(null);
    await chat.locator('.about', { hasText: 'Waiting for the team to reply' }).waitFor();
    expect(await chat.locator('.about.live').count()).toBe(0);
    await picture(page, 'waiting');
    await chat.locator('.note').getByRole('button', { name: 'Get answers by email' }).click();
    await chat.locator('#email').waitFor();
    await chat.getByRole('button', { name: 'Cancel' }).click();
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Shells are fine.' });
    await chat.locator('.about.live', { hasText: 'Mara Lindqvist' }).waitFor();
    service.handOver(null);
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Which ones?' });
    await chat.locator('.row.person', { hasText: 'Which ones?' }).waitFor();
    expect(await chat.locator('.about').innerText()).toBe('Mara Lindqvist');
    expect(await chat.locator('.note').getByRole('button').count()).toBe(0);
  });

  it('offers hostile and long titles as text, after a reload too, until a newer message takes the focus from them', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    service.next = 'unanswered';
    const hostile = '<img src=x onerror=alert(1)> \u202efdp.exe';
    service.suggestions = [
      { title: hostile, url: null },
      { title: 'Long '.repeat(2_000), url: null },
      { title: 'Script', url: 'javascript:alert(1)' },
    ];
    await write(chat, 'Can I pay in shells?');
    await chat.getByRole('group', { name: 'Perhaps this helps:' }).waitFor();
    await page.reload();
    await drawn(page);
    const again = await openChat(page);
    const offers = again.getByRole('group', { name: 'Perhaps this helps:' });
    await offers.waitFor();
    await picture(page, 'hostile-suggestions');
    expect(await offers.getByRole('button').first().innerText()).toBe(hostile);
    expect(await offers.locator('img, a').count()).toBe(0);
    expect(await offers.getByRole('button').count()).toBe(4);
    expect((await offers.getByRole('button').nth(1).boundingBox())!.height).toBeLessThan(110);
    expect(await again.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await offers.getByRole('button').last().focus();
    service.say({ from: 'person', authorName: 'Mara Lindqvist', content: 'Shells are fine.' });
    await offers.waitFor({ state: 'detached' });
    expect(await again.evaluate('document.activeElement.localName')).toBe('textarea');
  });

  it('asks for an answer that broke off again, with the same requestId', async () => {
    const chat = await openChat(await visitor.visit(`${shop.address}/plain`));
    service.next = 'broken';
    await write(chat, 'Hello');
    await answered(chat);
    expect(new Set(service.sent.map(({ requestId }) => requestId)).size).toBe(1);
    expect(await chat.locator('.row.visitor').count()).toBe(1);
  });

  it('says how long a limit lasts, whom to write to meanwhile, and sends what waited', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    service.next = 'limited';
    await write(chat, 'Hello');
    await chat.locator('.alert', { hasText: /You can write again in [123] second/ }).waitFor();
    expect(await chat.locator('.alert a').innerText()).toBe('help@shop.example');
    await picture(page, 'limited');
    service.next = 'answered';
    await chat.getByRole('button', { name: 'Try again' }).click({ timeout: 8_000 });
    await answered(chat);
    expect(new Set(service.sent.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('is closed where the agent has been switched off', async () => {
    const chat = await openChat(await visitor.visit(`${shop.address}/plain`));
    service.next = 'inactive';
    await write(chat, 'Hello');
    await chat.locator('.alert', { hasText: 'This chat is closed at the moment.' }).waitFor();
    expect(await chat.locator('textarea').isDisabled()).toBe(true);
  });

  it('works where the frame may store nothing: the page keeps the token', async () => {
    await visitor.context.addInitScript(
      "if (location.pathname.startsWith('/widget/')) { for (const name of ['localStorage', 'indexedDB']) Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } }); navigator.locks.request = () => { throw new DOMException('no', 'SecurityError'); }; }",
    );
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await answered(chat);
    await page.reload();
    await drawn(page);
    await answered(await openChat(page));
  });

  it('closes by Escape and gives the focus back; two scripts make one button; destroy leaves nothing', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await chat.locator('textarea').press('Escape');
    await until(page, "heard.at(-1)[0] === 'close' && document.activeElement.localName === 'parley-chat'");
    await page.keyboard.press('Enter');
    await chat.locator('textarea:focus').waitFor();
    await page.evaluate(
      'const script = document.querySelector("script[data-agent]"); const copy = document.createElement("script"); copy.dataset.agent = script.dataset.agent; copy.src = script.src; new Promise((resolve) => { copy.onload = resolve; document.body.append(copy); })',
    );
    expect(await page.evaluate("document.querySelectorAll('parley-chat').length")).toBe(1);
    // What frameworks do that bring a new page: another body, and a root without what they do not know.
    await page.evaluate(
      "document.querySelector('parley-chat').remove(); document.body.replaceWith(document.createElement('body')); new Promise((resolve) => setTimeout(resolve, 50))",
    );
    expect(await page.evaluate("document.querySelectorAll('parley-chat').length")).toBe(1);
    await page.evaluate("Parley('destroy')");
    expect(await page.evaluate("[document.querySelectorAll('parley-chat').length, 'Parley' in window]")).toEqual([
      0,
      false,
    ]);
  });

  it('looks the same with any styles of the page', async () => {
    const shots = [];
    for (const path of ['/plain', '/torture']) {
      const page = await visitor.visit(shop.address + path);
      await page.evaluate('document.body.remove()');
      await page.waitForTimeout(400);
      shots.push((await page.screenshot({ clip: { x: 1180, y: 700, width: 100, height: 100 } })).toString('base64'));
      await page.evaluate("Parley('open')");
      // Focus is another test's: a page without a body has none to speak of.
      await chatOf(page);
      const box =
        "(() => { const element = document.querySelector('parley-chat'); const { zIndex, position, opacity } = getComputedStyle(element); return [zIndex, position, opacity]; })()";
      expect(await page.evaluate(box)).toEqual(['2147483647', 'fixed', '1']);
      await picture(page, `page${path.replace('/', '-')}`);
    }
    expect(shots[1] === shots[0]).toBe(true);
  });

  it('forgets everything at logout', async () => {
    const page = await visitor.visit(`${shop.address}/plain`);
    const chat = await openChat(page);
    await write(chat, 'Hello');
    await answered(chat);
    await page.evaluate("Parley('logout')");
    await chat.locator('.row.visitor').waitFor({ state: 'detached' });
    expect(await chat.evaluate('localStorage.length')).toBe(0);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(service.requests).toContain('DELETE /api/v1/visitor/session');
  });
}

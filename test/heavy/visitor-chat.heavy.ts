import type { Browser } from 'playwright-core';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';
import { ScriptedService } from './visitor/conversation';
import { CHROMIUM, drawn, launch, openChat, picture, Shop, Visitor, write } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the chat is tested in Chromium, which is not installed here.');

/** The chat with the service itself: nothing is scripted. */
(CHROMIUM ? describe : describe.skip)('the chat', () => {
  let browser: Browser;
  let parley: Parley;
  let desk: HelpDesk;
  let shop: Shop;
  /** Only passes on what comes: the service listens at another port than the one of its address. */
  let service: ScriptedService;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://localhost:${port}`;
    parley = await startParley({ settings: { PUBLIC_URL: address } });
    service = await ScriptedService.start(port, parley.url);
    service.scripted = false;
    desk = await aHelpDesk(parley);
    await asMember('PATCH', `/agents/${desk.agent.id}`, { chatPageEnabled: true });
    shop = await Shop.start(address, desk.agent.id);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    shop.stop();
    service.stop();
    await parley.stop();
  });

  const asMember = (method: string, path: string, body?: object) =>
    parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });

  it('answers from the sources, goes on after a reload, and shows what a member writes', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.visit(`${shop.address}/strict`);
    const chat = await openChat(page);
    await write(chat, 'How do I reset my password?');
    await chat.locator('.sources').waitFor();
    await picture(page, 'real-answer');
    await page.reload();
    await drawn(page);
    const again = await openChat(page);
    await again.locator('.sources').waitFor();
    expect(await again.locator('.messages > .row').count()).toBe(2);

    await write(again, 'I want to talk to a person');
    await again.locator('.row.agent').nth(2).waitFor();
    const [{ id }] = await parley.database.query("SELECT id FROM conversations WHERE channel = 'widget'");
    const reply = await asMember('POST', `/inbox/${id}/messages`, { content: 'Ann here: **what** happened?' });
    expect(reply.status).toBe(201);
    await parley.database.query('UPDATE replies SET dispatch_after_at = now() WHERE message_id = $1', [reply.body.id]);
    await parley.drain();
    await again.locator('.row.person strong', { hasText: 'what' }).waitFor();
    await picture(page, 'real-person');
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });

  it('has a page of its own, with nothing to complain about', async () => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.context.newPage();
    await page.goto(`${address}/c/${desk.agent.id}?lang=fr&q=Bonjour`);
    expect(await page.locator('textarea').inputValue()).toBe('Bonjour');
    await write(page, 'How do I reset my password?');
    await page.locator('.sources').waitFor();
    await picture(page, 'real-page');
    await visitor.leave();
    expect(visitor.problems).toEqual([]);
  });
});

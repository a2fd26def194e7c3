import type { Page } from 'playwright-core';
import { EventLog } from '../../src/events/event-log.service';
import { TYPING } from '../../src/conversations/inbox-event.types';
import { expectSoon } from './console/comes-to';
import { barriers } from './console/console-desk';
import { InboxDesk } from './console/inbox-desk';
import { CHROMIUM, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const LONG = 'A line of a long log of the checkout.\n'.repeat(30);
/** How far the end of the thread is below its visible part. */
const BELOW =
  "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.thread'))";

(CHROMIUM ? describe : describe.skip)('a conversation while it is written', () => {
  let desk: InboxDesk;
  let member: Visitor;
  beforeAll(async () => {
    desk = await InboxDesk.open();
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

  const composer = (page: Page, name = 'Reply') => page.getByRole('textbox', { name });
  const article = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const isAtEnd = async (page: Page): Promise<boolean> => (await page.evaluate<number>(BELOW)) < 2;
  const isVisible = (page: Page, selector: string): Promise<boolean> =>
    page.evaluate(
      `(({ left, top, width, height }) => {
        const found = document.elementFromPoint(left + width / 2, top + height - 4);
        return found !== null && found.closest(${JSON.stringify(selector)}) !== null;
      })(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );

  it('opens at the first unread message, leads to the newest one, and shows a reply that is sent', async () => {
    const id = await desk.customer('Ann Lee');
    for (const text of ['First', LONG, LONG, 'Last']) await desk.writes(id, text);
    const page = await desk.open(member, id);
    await page.getByText('New', { exact: true }).waitFor();
    await expectSoon(() => isVisible(page, '.thread-new'), true);
    expect(await isAtEnd(page)).toBe(false);
    expect(await page.evaluate('document.scrollingElement.scrollTop')).toBe(0);
    await page.getByRole('button', { name: 'Newest messages' }).click();
    await expectSoon(() => isAtEnd(page), true);
    await page.getByRole('button', { name: 'Newest messages' }).waitFor({ state: 'hidden' });
    await page.getByRole('log').evaluate((thread) => (thread.scrollTop = 0));
    await page.getByRole('button', { name: 'Newest messages' }).waitFor();
    await desk.writes(id, 'Are you there?');
    await page.getByRole('button', { name: 'New message below' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await composer(page).fill('I am here.');
    await composer(page).press('Control+Enter');
    await article(page, 'I am here.').waitFor();
    await expectSoon(() => isAtEnd(page), true);
  });

  it('stays at the newest message while what stands around the thread grows', async () => {
    const id = await desk.customer('Ann Lee');
    for (const text of [LONG, 'Last']) await desk.writes(id, text);
    await desk.call('POST', `/inbox/${id}/read`, {});
    const page = await desk.open(member, id);
    await expectSoon(() => isAtEnd(page), true);
    const { height } = (await composer(page).boundingBox())!;
    const top = (await page.getByRole('tab', { name: 'Reply' }).boundingBox())!.y;
    await composer(page).fill('One line');
    await page.getByText('Sending assigns it to you.').waitFor();
    expect((await page.getByRole('tab', { name: 'Reply' }).boundingBox())!.y).toBe(top);
    await composer(page).fill('Line\n'.repeat(12));
    await expectSoon(async () => (await composer(page).boundingBox())!.height > height, true);
    await expectSoon(() => isAtEnd(page), true);
  });

  it('goes to the next conversation from the composer, and keys stay text there', async () => {
    const [ann, bo] = [await desk.customer('Ann Lee'), await desk.customer('Bo Ray')];
    const page = await desk.open(member, ann, 'needs-reply');
    await row(page, 'Bo Ray').waitFor();
    await composer(page).fill('For Ann');
    await composer(page).press('Alt+ArrowDown');
    await page.getByRole('heading', { name: 'Bo Ray' }).waitFor();
    await composer(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('hem');
    await expectSoon(() => composer(page).inputValue(), 'hem');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
    await expectSoon(() => composer(page).inputValue(), 'For Ann');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('Alt+ArrowDown');
    await composer(page, 'Note').and(page.locator(':focus')).waitFor();
    expect((await desk.record(bo)).assigneeMemberId).toBeNull();
  });

  it('shows that the customer is typing, until the message is there', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id);
    await row(page, 'Ann Lee').waitFor();
    const of = { workspaceId: desk.workspace.id, agentId: desk.ofAgent.id, conversationId: id };
    const types = (typing: boolean) => desk.parley.get(EventLog).show({ type: TYPING, ...of, typing });
    await types(true);
    await page.getByText('Ann Lee is typing').waitFor();
    await row(page, 'Ann Lee').getByText('typing', { exact: true }).waitFor();
    await types(false);
    await page.getByText('Ann Lee is typing').waitFor({ state: 'hidden' });
    await types(true);
    await page.getByText('Ann Lee is typing').waitFor();
    await desk.writes(id, 'Sent.');
    await page.getByText('Ann Lee is typing').waitFor({ state: 'hidden' });
  });

  it('on a phone, everything of the composer can be pressed', async () => {
    const id = await desk.customer('Maximilian Weiß-Großschmidt');
    await desk.writes(id, LONG);
    const phone = await desk.arrive({ viewport: { width: 320, height: 568 }, locale: 'de-DE', hasTouch: true });
    const page = await desk.open(phone, id);
    await composer(page, 'Antwort').fill('Guten Tag');
    await page.getByText('Mit dem Senden wird sie Ihnen zugewiesen.').waitFor();
    expect(await page.evaluate('document.scrollingElement.scrollHeight - innerHeight')).toBe(0);
    for (const name of [/^Senden und schließen/, /im Chat senden$/]) {
      const send = page.getByRole('button', { name });
      await send.scrollIntoViewIfNeeded();
      await send.click({ trial: true, timeout: 5_000 });
    }
    expect(phone.problems).toEqual([]);
    await phone.leave();
  });

  it('keeps the actions for many in view', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `Customer ${at + 10}`);
    for (const name of names) await desk.customer(name);
    const page = await desk.visit(member, '/inbox/all');
    await row(page, names[0]!).waitFor();
    for (const name of [names[0]!, names.at(-1)!]) {
      await row(page, name).hover();
      await row(page, name).getByRole('checkbox').check();
    }
    await page.getByRole('button', { name: 'Select none' }).click({ trial: true, timeout: 5_000 });
    await expectSoon(() => isVisible(page, '.bulk-bar'), true);
  });

  it('the list follows the conversation that keys open, and stays where a row is pressed', async () => {
    const names = Array.from({ length: 16 }, (_, at) => `Customer ${at + 10}`);
    for (const name of names) await desk.customer(name);
    const page = await desk.visit(member, '/inbox/needs-reply');
    const scrolled = (): Promise<number> => page.evaluate("document.querySelector('.inbox-list').scrollTop");
    await row(page, names[0]!).getByRole('button').click();
    await page.getByRole('heading', { name: names[0]! }).waitFor();
    for (const name of names.slice(1, 13)) {
      await page.keyboard.press('Alt+ArrowDown');
      await page.getByRole('heading', { name }).waitFor();
    }
    await expectSoon(() => isVisible(page, '.inbox-row[data-open]'), true);
    await page.locator('.inbox-list').evaluate((list) => (list.scrollTop = 90));
    const first = (await row(page, names[0]!).boundingBox())!;
    await page.mouse.click(first.x + 20, first.y + first.height - 8);
    await page.getByRole('heading', { name: names[0]! }).waitFor();
    await page.waitForTimeout(300);
    expect(await scrolled()).toBe(90);
    await page.mouse.move(0, 0);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('heading', { name: names[1]! }).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('heading', { name: names[0]! }).waitFor();
    await expectSoon(async () => (await scrolled()) < 90, true);
  });

  it('says whom a reply that waits goes to, how its request ends, and until when a conversation is put off', async () => {
    const id = await desk.customer('Ann Lee');
    const own = { token: desk.owner.secret, body: { undoSendSeconds: 60 } };
    expect((await desk.parley.call('PATCH', '/account/preferences', own)).status).toBe(200);
    const page = await desk.open(member, id);
    await composer(page).fill('Here it is.');
    await page.getByRole('button', { name: 'Send and close (resolved)' }).click({ trial: true, timeout: 5_000 });
    await composer(page).press('Control+Enter');
    await article(page, 'Here it is.').waitFor();
    await page.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('dialog').getByText('Tomorrow morning').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('.undo-bar').getByRole('link', { name: 'Your reply to Ann Lee' }).click();
    await page
      .locator('.conversation-header')
      .getByText(/^Snoozed until \w{3},? 0?9:00/)
      .waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { expectSoon } from './console/comes-to';
import { barriers } from './console/console-desk';
import { InboxDesk } from './console/inbox-desk';
import { broken } from './console/served-console';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

/** The texts that the browser keeps. */
const DRAFTS = `new Promise((resolve, reject) => {
  const opened = indexedDB.open('parley-console');
  opened.onerror = reject;
  opened.onsuccess = () => {
    const all = opened.result.transaction('drafts').objectStore('drafts').getAll();
    all.onsuccess = () => resolve(all.result.map(({ text }) => text));
    all.onerror = reject;
  };
})`;

(CHROMIUM ? describe : describe.skip)('the inbox in the console', () => {
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

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const composer = (page: Page, name = 'Reply') => page.getByRole('textbox', { name });
  const article = (page: Page, text: string) => page.getByRole('article').getByText(text, { exact: true });
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  it('answers by mail: the reply is queued, undone, and a draft again with its file and its recipients', async () => {
    const id = await desk.mailed('Ann Lee', 'Order');
    const page = await desk.visit(member, '/inbox/all');
    await row(page, 'Ann Lee').getByRole('button').click();
    await article(page, 'Your order is ready.').waitFor();
    await button(page, 'Change recipients').click();
    await page.getByRole('textbox', { name: 'Cc', exact: true }).fill('Bo <bo@example.com>, cy@example.com');
    await composer(page).fill('It leaves today.');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'slip.txt', mimeType: 'text/plain', buffer: Buffer.from('Slip') });
    await page.getByRole('list', { name: 'Files' }).getByText('slip.txt').waitFor();
    await button(page, 'Send to order@example.com').click();
    await article(page, 'It leaves today.').waitFor();
    await expectSoon(() => composer(page).inputValue(), '');
    await button(page, /^Undo/).last().click();
    await page.getByText('Undone').first().waitFor();
    await page.locator('.composer-files').getByText('slip.txt').waitFor();
    await expectSoon(() => composer(page).inputValue(), 'It leaves today.');
    await expect(page.getByRole('textbox', { name: 'Cc', exact: true }).inputValue()).resolves.toBe(
      'bo@example.com, cy@example.com',
    );
    const { body } = await desk.call('GET', `/inbox/${id}/messages`);
    expect(JSON.stringify(body)).toContain('"undone"');
    await picture(page, 'console-inbox');
  });

  it('shows what customers and colleagues do without a reload, and keeps notes among members', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id);
    await desk.writes(id, 'Where is my order?');
    await article(page, 'Where is my order?').waitFor();
    await desk.call('PATCH', `/inbox/${id}`, {
      subject: 'Your second order',
      expectedVersion: (await desk.record(id)).version,
    });
    await page.getByText('Your second order').first().waitFor();
    await page.getByRole('tab', { name: 'Note' }).click();
    await composer(page, 'Note').fill('Ann pays by card.');
    await button(page, 'Add note').click();
    await article(page, 'Ann pays by card.').waitFor();
    expect((await desk.call('GET', `/inbox/${id}/notes`)).body).toMatchObject({
      notes: [{ content: 'Ann pays by card.' }],
    });
    const colleague = await desk.colleague();
    await desk.callAs(colleague, 'POST', `/inbox/${id}/presence`, { state: 'typing' });
    await page
      .getByRole('region', { name: 'Write' })
      .getByText(/ is answering$/)
      .waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('keeps drafts over a reload and a switch, and what is typed while a reply is on its way', async () => {
    const [ann, bo] = [await desk.customer('Ann Lee'), await desk.customer('Bo Ray')];
    const page = await desk.open(member, ann, 'needs-reply');
    await composer(page).fill('For Ann');
    await row(page, 'Bo Ray').getByRole('button').click();
    await page.getByRole('heading', { name: 'Bo Ray' }).waitFor();
    await expect(composer(page).inputValue()).resolves.toBe('');
    await composer(page).fill('For Bo');
    await page.reload();
    await row(page, 'Ann Lee').getByText('Draft').waitFor();
    await expectSoon(() => composer(page).inputValue(), 'For Bo');
    await row(page, 'Ann Lee').getByRole('button').click();
    await expectSoon(() => composer(page).inputValue(), 'For Ann');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/inbox/${ann}/messages`, async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await composer(page).press('Control+Enter');
    await composer(page).press('Control+End');
    await composer(page).pressSequentially(' and one more thing');
    release();
    await article(page, 'For Ann').waitFor();
    await expectSoon(() => composer(page).inputValue(), 'and one more thing');
    expect(await desk.texts(ann)).toEqual(['For Ann']);
    expect(await desk.texts(bo)).toEqual([]);
  });

  it('refuses a reply that was written without sight of a colleague’s, until it is sent anyway', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id);
    await composer(page).fill('My answer');
    // Away from the screen, so that what comes now is not read.
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })");
    await desk.callAs(await desk.colleague(), 'POST', `/inbox/${id}/messages`, { content: 'Their answer' });
    await article(page, 'Their answer').waitFor();
    await composer(page).press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'Send anyway' }).waitFor();
    expect(await desk.texts(id)).toEqual(['Their answer']);
    await expect(composer(page).inputValue()).resolves.toBe('My answer');
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-newer');
    await button(page, 'Send anyway').click();
    await article(page, 'My answer').waitFor();
    expect(await desk.texts(id)).toEqual(['Their answer', 'My answer']);
  });

  it('works a day by keys alone', async () => {
    const ids = [await desk.customer('Ann Lee'), await desk.customer('Bo Ray'), await desk.customer('Cy Day')];
    await desk.call('POST', '/labels', { name: 'Urgent', color: '#aa0000' });
    const page = await desk.visit(member, '/inbox/all');
    const { keyboard } = page;
    const heading = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
    await row(page, 'Ann Lee').waitFor();
    await keyboard.press('1');
    await page.waitForURL(/needs-reply/);
    await row(page, 'Ann Lee').waitFor();
    await keyboard.press('j');
    await page.locator('.inbox-row:focus').filter({ hasText: 'Ann Lee' }).waitFor();
    await keyboard.press('Enter');
    await heading('Ann Lee');
    await page.getByRole('log').waitFor();
    const writing = (name: string) => page.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor();
    await keyboard.press('n');
    await writing('Note');
    await keyboard.type('Ann calls back.');
    await keyboard.press('Control+Enter');
    await article(page, 'Ann calls back.').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('r');
    await writing('Reply');
    await keyboard.type('Hello Ann.');
    await keyboard.press('Control+Enter');
    await article(page, 'Hello Ann.').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('z');
    await page.getByText('Undone').first().waitFor();
    await expectSoon(() => composer(page).inputValue(), 'Hello Ann.');
    await keyboard.press('Escape');
    await keyboard.press('l');
    await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).waitFor();
    await keyboard.press('Enter');
    await expectSoon(async () => (await desk.record(ids[0]!)).labels.map(({ name }) => name), ['Urgent']);
    await keyboard.press('e');
    await page.getByRole('dialog').waitFor();
    expect(await broken(page)).toEqual([]);
    await keyboard.press('3');
    await heading('Bo Ray');
    await expectSoon(async () => (await desk.record(ids[0]!)).status, 'closed');
    await keyboard.press('h');
    await page.getByRole('dialog').getByText('Tomorrow morning').waitFor();
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-snooze');
    await keyboard.press('Enter');
    await heading('Cy Day');
    expect((await desk.call('GET', '/support-requests?state=waiting')).body).toMatchObject({
      supportRequests: [{ conversationId: ids[1], waitingOn: 'customer' }],
    });
    await keyboard.press('m');
    await expectSoon(async () => (await desk.record(ids[2]!)).assigneeMemberId !== null, true);
    await keyboard.press('Escape');
    await page.getByText('Choose a conversation.').waitFor();
    await keyboard.press('?');
    await page.getByRole('dialog').getByText('Down in the list').waitFor();
  });

  it('changes many at once, and lists what was refused; sends with Enter, and goes back to the list', async () => {
    const ids = [await desk.customer('Ann Lee'), await desk.customer('Bo Ray'), await desk.customer('Cy Day')];
    await desk.parley.call('PATCH', '/account/preferences', {
      token: desk.owner.secret,
      body: { console: { sendWith: 'enter', afterClose: 'list' } },
    });
    const page = await desk.visit(member, '/inbox/needs-reply');
    await row(page, 'Ann Lee').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await page.getByText('3 selected').waitFor();
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-bulk');
    await page.route(`**/inbox/${ids[1]}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 409,
            json: { error: 'A colleague was first.', code: 'version_conflict', details: [] },
          })
        : route.continue(),
    );
    await page.keyboard.press('a');
    await page.getByRole('menuitem', { name: 'Assign to me' }).click();
    await page.getByRole('alert').getByText('A colleague was first.').waitFor();
    await page.getByText('1 selected').waitFor();
    const assigned = await Promise.all(ids.map(async (id) => (await desk.record(id)).assigneeMemberId !== null));
    expect(assigned).toEqual([true, false, true]);
    await button(page, 'Select none').click();

    await row(page, 'Cy Day').getByRole('button').click();
    await page.getByRole('log').waitFor();
    await composer(page).fill('One');
    await composer(page).press('Shift+Enter');
    await composer(page).pressSequentially('two');
    await composer(page).press('Enter');
    await article(page, 'One\ntwo').waitFor();
    expect(await desk.texts(ids[2]!)).toEqual(['One\ntwo']);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Choose a conversation.').waitFor();
    expect((await desk.record(ids[2]!)).status).toBe('closed');
  });

  it('shows hostile names, subjects and texts as text; no barriers in two languages, from right to left, wide and narrow', async () => {
    await desk.call('POST', '/contacts', { name: HOSTILE, email: 'eve@example.com', agentIds: [desk.ofAgent.id] });
    const { body } = await desk.call('POST', '/inbox', {
      ...{ agentId: desk.ofAgent.id, to: ['eve@example.com'], subject: HOSTILE, content: HOSTILE },
    });
    const { id } = (body as { conversation: { id: string } }).conversation;
    const page = await desk.open(member, id);
    await article(page, HOSTILE).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    const german = await desk.arrive({ locale: 'de-DE' });
    const other = await desk.open(german, id);
    await other.getByRole('tab', { name: 'Antwort' }).waitFor();
    expect(await barriers(other)).toEqual([]);
    await other.evaluate("document.documentElement.dir = 'rtl'");
    expect(await barriers(other)).toEqual([]);
    await picture(other, 'console-inbox-rtl');
    await other.setViewportSize({ width: 320, height: 800 });
    await picture(other, 'console-inbox-narrow');
    await german.leave();
  });

  it('forgets what was typed when its author signs out, and leaves the other tabs', async () => {
    const page = await desk.open(member, await desk.customer('Ann Lee'));
    await composer(page).fill('Her card number is 4711.');
    const drafts = (): Promise<unknown[]> => page.evaluate(DRAFTS);
    await expectSoon(drafts, ['Her card number is 4711.']);
    const other = await desk.visit(member, '/agents');
    await button(other, /^Account of/).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await expectSoon(drafts, []);
  });
});

import type { Page } from 'playwright-core';
import { aSource } from '../factories/source';
import { expectSoon } from './console/comes-to';
import { barriers, TWO_LOOKS } from './console/console-desk';
import { InboxDesk } from './console/inbox-desk';
import { broken } from './console/served-console';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

(CHROMIUM ? describe : describe.skip)('what a team shares in the console', () => {
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

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

  it('a saved reply has files in the order in which they were chosen, and a reply written with it carries them', async () => {
    const page = await desk.visit(member, '/settings/saved-replies');
    await press(page, 'New saved reply');
    // A toast is an alert dialog too.
    const dialog = page.locator('section[role=alertdialog]');
    await dialog.getByLabel('Name').fill('Return');
    await dialog.getByLabel('Text', { exact: true }).fill('Print the label.');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/inbox/files?fileName=label.txt', async (route) => {
      await held;
      await route.continue();
    });
    const input = dialog.locator('input[type=file]');
    const listed = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await input.setInputFiles([file('label.txt'), file('map.txt')]);
    await expectSoon(() => dialog.getByRole('progressbar').count(), 1);
    await expect(dialog.getByRole('button', { name: 'Save' }).isDisabled()).resolves.toBe(true);
    release();
    await expectSoon(() => dialog.getByRole('progressbar').count(), 0);
    expect(await barriers(page, TWO_LOOKS)).toEqual([]);
    await picture(page, 'console-saved-reply-files');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const names = async () =>
      (await desk.call('GET', '/saved-replies')).body.savedReplies[0]?.attachments.map(
        ({ fileName }: { fileName: string }) => fileName,
      );
    expect(await names()).toEqual(['label.txt', 'map.txt']);
    await page.getByRole('listitem').getByText('map.txt').waitFor();
    await picture(page, 'console-saved-replies-files');

    await press(page, 'Edit saved reply Return');
    await expectSoon(() => listed.count(), 2);
    await dialog.getByRole('button', { name: 'Remove label.txt' }).click();
    await input.setInputFiles([file('terms.txt')]);
    await expectSoon(() => dialog.getByRole('progressbar').count(), 0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await names()).toEqual(['map.txt', 'terms.txt']);

    const inbox = await desk.open(member, await desk.customer('Ann Lee'));
    await press(inbox, 'Saved replies');
    await inbox.getByRole('dialog').getByRole('button', { name: 'Return' }).click();
    const attached = inbox.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expectSoon(
      async () => (await attached.allInnerTexts()).map((text) => /\w+\.txt/.exec(text)?.[0]),
      ['map.txt', 'terms.txt'],
    );
  });

  it('the queue shows what happens by the events of the workspace, and is read again only then', async () => {
    const conversationId = await desk.customer('Ann Lee');
    const page = await desk.visit(member, '/queue');
    const named = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await named('I want to talk to a human').waitFor();
    let reads = 0;
    page.on('request', (request) => (reads += Number(request.url().includes('/support-requests?'))));
    // Longer than the pause in which several events are read together.
    await page.waitForTimeout(1_000);
    const before = reads;
    const { body } = await desk.call('POST', '/support-requests', { conversationId, subject: 'Refund' });
    await named('Refund').waitFor({ timeout: 8_000 });
    await desk.call('PATCH', `/support-requests/${body.id}`, { priority: 'urgent', expectedVersion: body.version });
    await named('Refund').getByText('Urgent').waitFor({ timeout: 8_000 });
    expect(reads - before).toBe(2);
    await desk.call('POST', `/inbox/${conversationId}/presence`, { state: 'viewing' });
    await page.waitForTimeout(3_000);
    expect(reads - before).toBe(2);
    await picture(page, 'console-queue-live');
    // The inbox in another tab and the queue have one stream.
    const inbox = await desk.open(member, conversationId);
    await desk.writes(conversationId, 'Is it there?');
    await inbox.getByRole('article').getByText('Is it there?').waitFor();
  });

  it('menus and the palette are named by all that they show, buttons say their keys, and tables keep within the page', async () => {
    const page = await desk.open(member, await desk.customer('Ann Lee'));
    const keysOf = (name: RegExp): Promise<string | null> =>
      page.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
    expect(await keysOf(/^Assign$/)).toBe('a');
    expect(await keysOf(/^Snooze/)).toBe('h');
    expect(await keysOf(/in chat$/)).toBe('Control+Enter');
    await press(page, 'More');
    await page.getByRole('menuitem', { name: 'Mark unread Shift+U' }).waitFor();
    expect(await broken(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: `Account ${desk.account.email}` }).waitFor();
    expect(await broken(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: 'Reply r', exact: true }).waitFor();
    expect(await broken(page)).toEqual([]);

    const settings = await desk.visit(member, '/settings/notifications');
    await settings.getByRole('heading', { name: 'What was sent' }).waitFor();
    expect(await barriers(settings, TWO_LOOKS)).toEqual([]);

    await member.context.grantPermissions(['clipboard-write']);
    const channels = await desk.visit(member, `/agents/${desk.ofAgent.id}/channels`);
    await channels.getByRole('button', { name: 'Copy: Code for your website' }).click();
    await channels.getByRole('button', { name: 'Copied: Code for your website' }).waitFor();

    await aSource(desk.parley, desk.ofAgent, desk.owner);
    const knowledge = await desk.visit(member, `/agents/${desk.ofAgent.id}/knowledge`);
    await knowledge.getByRole('row', { name: /Passwords/ }).waitFor();
    await knowledge.evaluate("document.documentElement.dir = 'rtl'");
    expect(await barriers(knowledge, TWO_LOOKS)).toEqual([]);
  });

  it('the first run offers a sitemap too; what cannot be read counts as no knowledge', async () => {
    const page = await desk.visit(member, '/welcome');
    await page.getByRole('tab', { name: 'Sitemap' }).click();
    await page.getByRole('textbox', { name: 'Address of the sitemap' }).fill('http://10.0.0.1/sitemap.xml');
    await press(page, 'Add');
    await page.getByRole('heading', { name: 'Put it on your website' }).waitFor();
    await desk.parley.drain();
    const task = page.getByRole('listitem').filter({ hasText: 'Add knowledge to an agent' });
    const inbox = page.url().replace('welcome', 'inbox/needs-reply');
    const read = page.waitForResponse(/\/sources[?]/);
    await page.goto(inbox);
    await read;
    await task.getByText('open', { exact: true }).waitFor({ state: 'attached' });
    await aSource(desk.parley, desk.ofAgent, desk.owner);
    await page.goto(inbox);
    await task.getByText('done', { exact: true }).waitFor({ state: 'attached' });
  });

  it('a member leaves after a question, and what this browser kept of the workspace goes; the last owner cannot', async () => {
    const page = await desk.visit(member, '/settings/members');
    await press(page, 'Leave the workspace');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await page.getByText('A workspace must have an owner.').waitFor();

    const { account } = await desk.colleague();
    const colleague = await desk.arriveAs(account);
    const inbox = await desk.open(colleague, await desk.customer('Ann Lee'));
    await inbox.getByRole('textbox', { name: 'Reply' }).fill('Her card number is 4711.');
    const own = await desk.visit(colleague, '/settings/members');
    await expectSoon(() => own.getByRole('button', { name: 'Leave the workspace' }).count(), 1);
    await press(own, 'Leave the workspace');
    await own.getByRole('alertdialog').getByText('You lose access at once.').waitFor();
    expect(await barriers(own, TWO_LOOKS)).toEqual([]);
    await picture(own, 'console-leave');
    await own.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await press(own, 'Leave the workspace');
    await own.getByRole('alertdialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await own
      .getByText('You have no workspace yet')
      .or(own.getByRole('heading', { name: 'Workspaces' }))
      .first()
      .waitFor();
    expect(new URL(own.url()).pathname).toBe('/app/workspaces');
    await picture(own, 'console-left');
    const { members } = (await desk.call('GET', '/members')).body as { members: { email: string }[] };
    expect(members.map(({ email }) => email)).toEqual([desk.account.email]);
    const kept = `new Promise((resolve, reject) => {
      const opened = indexedDB.open('parley-console');
      opened.onerror = reject;
      opened.onsuccess = () => {
        const all = opened.result.transaction('drafts').objectStore('drafts').getAll();
        all.onsuccess = () => resolve(all.result.length);
      };
    })`;
    await expectSoon(() => own.evaluate(kept), 0);
    expect(colleague.problems).toEqual([]);
    await colleague.leave();
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { anAccount } from '../factories/account';
import { aContact } from '../factories/contact';
import { aMember } from '../factories/member';
import { aVisitor } from '../factories/visitor';
import { expectSoon } from './console/comes-to';
import { AgentsDesk } from './console/agents-desk';
import { barriers, TWO_LOOKS } from './console/console-desk';
import { CHROMIUM, picture, until, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const HOSTILE = '<img src=x onerror="window.hacked=1">{{7*7}}';

(CHROMIUM ? describe : describe.skip)('contacts in the console', () => {
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
  const contact = (settings: object) => aContact(desk.parley, desk.workspace, desk.owner, settings);

  it('creates a contact by keys alone, edits what changed, keeps the type of an attribute, blocks, removes', async () => {
    const page = await desk.visit(member, '/contacts');
    await page.getByText('No contacts yet.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'New contact' }).first().focus();
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Name', { exact: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await expectSoon(() => name.getAttribute('aria-invalid'), 'true');
    expect(await page.locator('.field').filter({ has: name }).innerText()).toContain('Give at least a name');
    expect(await page.evaluate('document.activeElement.name')).toBe('name');
    await page.getByLabel('Company').fill('Acme');
    expect(await name.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Company').fill('');
    await name.fill('Ann Example');
    await page.getByLabel('Email', { exact: true }).fill('ann@example.com');
    await page.getByLabel('Phone', { exact: true }).fill('unknown');
    await page.keyboard.press('Enter');
    await page.getByText('must be a phone number').waitFor();
    await page.getByLabel('Phone', { exact: true }).fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ann Example' }).waitFor();
    const [{ id }] = (await desk.call('GET', '/contacts')).body.contacts;
    await desk.call('PATCH', `/contacts/${id}`, { attributes: { plan: 'free', seats: 3 } });
    await page.reload();
    await press(page, 'Edit contact');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Value').nth(1).fill('5');
    await dialog.getByRole('button', { name: 'Remove attribute plan' }).click();
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    await press(page, 'Block');
    await page.getByText('You have blocked this person.').waitFor();
    expect((await desk.call('GET', `/contacts/${id}`)).body.contact).toMatchObject({
      name: 'Ann Example',
      attributes: { seats: 5 },
      blocked: true,
    });
    await press(page, 'Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No contacts yet.').waitFor();
  });

  it('finds as the reader types, turns pages, and keeps the place in the address', async () => {
    await desk.parley.database.query(
      `INSERT INTO contacts (workspace_id, id, name, search_text)
       SELECT $1, gen_random_uuid(), 'Person ' || n, 'person ' || n FROM generate_series(1, 130) n`,
      [desk.workspace.id],
    );
    const page = await desk.visit(member, '/contacts');
    await page.getByText('1 to 50 of 130 contacts').waitFor();
    await press(page, 'Last page');
    await page.getByText('101 to 130 of 130 contacts').waitFor();
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('person 12');
    await page.getByText('1 to 11 of 11 contacts').waitFor();
    await page.getByRole('link', { name: 'Person 125' }).click();
    await page.getByRole('heading', { level: 1, name: 'Person 125' }).waitFor();
    await page.goBack();
    await page.getByText('1 to 11 of 11 contacts').waitFor();
    const exported = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
    const file = await page.request.get(new URL(exported!, page.url()).href);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(12);
  });

  it('imports a file of another product: preview, another mapping, progress, and the refusals as a file', async () => {
    const page = await desk.visit(member, '/contacts/import');
    const rows = Array.from(
      { length: 500 },
      (_, n) => `Person ${n},p${n}@example.com,${n},${n === 7 ? 'perhaps' : 'false'}`,
    );
    const buffer = Buffer.from(`Full Name,Email Address,Points,Blocked\r\n${rows.join('\r\n')}\r\n`);
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByText('500 rows checked. 1 row would be refused.').waitFor();
    await page.getByText('p3@example.com').waitFor();
    await page.getByRole('button', { name: /Points/ }).click();
    await page.getByRole('option', { name: 'External ID' }).click();
    await page.getByRole('cell', { name: 'Points: 3' }).waitFor({ state: 'detached' });
    await picture(page, 'console-import');
    await press(page, 'Import 500 rows');
    await page.getByText('The import waits for its turn.').waitFor();
    await desk.parley.drain();
    await page.getByText('The import is complete.').waitFor();
    const saving = page.waitForEvent('download');
    await press(page, 'Save all reasons as CSV');
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([lines.length, lines[1]]).toEqual([2, expect.stringMatching(/^9,blocked,/)]);
    expect((await desk.call('GET', '/contacts?search=p499')).body.contacts).toMatchObject([
      { name: 'Person 499', externalId: '499', attributes: {} },
    ]);
  });

  it('erases after the numbers were seen and the name was typed, and shows the receipt', async () => {
    const { id } = await contact({ name: HOSTILE });
    const page = await desk.visit(member, `/contacts/${id}`);
    await press(page, 'Erase personal data');
    const dialog = page.getByRole('alertdialog');
    const erase = dialog.getByRole('button', { name: 'Erase personal data' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(HOSTILE);
    // The person writes in between: the confirmation is of other numbers.
    await desk.call('PATCH', `/contacts/${id}`, { notes: 'Called today.' });
    await erase.click();
    await dialog.getByText('These are the current numbers').or(dialog.getByText('Receipt')).waitFor();
    if (await erase.isVisible()) await erase.click();
    await dialog.getByText('Receipt').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('No contacts yet.').waitFor();
    expect((await desk.call('GET', `/contacts/${id}`)).status).toBe(404);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
  });

  it('beside a thread: who writes; a queued reply is undone on another screen and is a draft again; found by its words', async () => {
    const id = await desk.conversation('Ann Lee', 'Order');
    const own = { token: desk.owner.secret, body: { undoSendSeconds: 60 } };
    expect((await desk.parley.call('PATCH', '/account/preferences', own)).status).toBe(200);
    const page = await desk.visit(member, `/inbox/all/${id}`);
    await page.getByText('Your order is ready.', { exact: true }).waitFor();
    await press(page, 'Contact');
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await panel.getByText('order@example.com').waitFor();
    expect(await barriers(page, TWO_LOOKS)).toEqual([]);
    await picture(page, 'console-contact-panel');
    await press(page, 'Close the contact');
    await page.getByRole('textbox', { name: 'Reply' }).fill('It leaves today.');
    await page.getByRole('textbox', { name: 'Reply' }).press('Control+Enter');
    await page.getByRole('article').getByText('It leaves today.').waitFor();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page
      .locator('.undo-bar')
      .getByText(/^Sends in/)
      .waitFor();
    await picture(page, 'console-undo-bar');
    await press(page, 'Undo');
    await page.locator('.undo-bar').waitFor({ state: 'detached' });
    await member.context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await member.context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search in conversations' }).fill('order ready');
    await page.getByRole('link', { name: 'Your order is ready.' }).click();
    await until(page, "document.querySelector('.composer textarea')?.value === 'It leaves today.'");
    await page.goBack();
    expect(await page.getByRole('searchbox', { name: 'Search in conversations' }).inputValue()).toBe('order ready');
  });

  it('the search finds people by their names, and says whose conversation a text is of', async () => {
    const id = await desk.conversation('Ann Lee', 'Order');
    const page = await desk.visit(member, '/search?q=order%20ready');
    await page.getByRole('listitem').filter({ hasText: 'Your order is ready.' }).getByText('Ann Lee').waitFor();
    await page.getByRole('searchbox', { name: 'Search in conversations' }).fill('ann l');
    await page.getByRole('region', { name: 'Contacts' }).getByRole('link', { name: 'Ann Lee' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
    await page.locator(`a[href$="${id}"]`).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Contacts' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('says where a visitor wrote and who they say they are on lines of their own', async () => {
    const { token } = await aVisitor(desk.parley, await desk.agent(), { site: 'https://shop.example' });
    const said = { message: 'Hello', requestId: 'panel', pageUrl: 'https://shop.example/cart' };
    const { conversationId } = (await desk.parley.call('POST', '/visitor/messages', { token, body: said })).body;
    const claims = { email: 'ann@example.com', name: 'Ann Lee', consent: true };
    await desk.parley.call('POST', `/visitor/conversations/${conversationId}/contact`, { token, body: claims });
    const page = await desk.visit(member, `/inbox/all/${conversationId}`);
    await press(page, 'Contact');
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await panel.getByText('Ann Lee, ann@example.com').waitFor();
    expect((await panel.locator('[aria-labelledby=contact-visit] > div').innerText()).split('\n')).toEqual([
      'https://shop.example/cart',
      expect.stringMatching(/ · identity not verified$/),
      expect.stringMatching(/^Says about themselves, unverified: Ann Lee, ann@example.com/),
    ]);
  });

  it('a saved view lists what meets its conditions; a member has no buttons for what is shared', async () => {
    await desk.conversation('Ann Lee', 'Order');
    const page = await desk.visit(member, '/views');
    await press(page, 'New view');
    await page.getByLabel('Name').fill('Email');
    await page.getByText('For all members').click();
    await page.getByRole('button', { name: /Channel/ }).click();
    await page.getByRole('option', { name: 'Email' }).click();
    await page.getByRole('button', { name: /Conversation/ }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await press(page, 'Save');
    await page.getByRole('link', { name: 'Email' }).click();
    await page.getByRole('link', { name: 'Ann Lee' }).waitFor();
    expect((await desk.call('GET', '/views')).body).toMatchObject({
      views: [{ name: 'Email', visibility: 'workspace', filter: { channel: 'email' } }],
    });
    const account = await anAccount(desk.parley);
    await aMember(desk.parley, desk.workspace, account);
    const colleague = await desk.arriveAs(account);
    const theirs = await desk.visit(colleague, '/views');
    await theirs.getByRole('link', { name: 'Email' }).waitFor();
    expect(await theirs.getByRole('button', { name: /view Email/ }).count()).toBe(0);
    expect(await barriers(theirs, TWO_LOOKS)).toEqual([]);
    await colleague.leave();
  });

  it('has no barrier at both widths and in both themes', async () => {
    const { id } = await contact({ name: 'Ann', email: 'ann@example.com', attributes: { plan: 'free' }, notes: 'VIP' });
    for (const path of ['/contacts', `/contacts/${id}`, '/contacts/import']) {
      const page = await desk.visit(member, path);
      await expectSoon(() => page.locator('.skeleton').count(), 0);
      expect(await barriers(page)).toEqual([]);
      await picture(page, `console${path.replace(id, 'one').replace(/\W+/g, '-')}`);
      await page.close();
    }
  });
});

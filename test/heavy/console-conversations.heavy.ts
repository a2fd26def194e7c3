import type { Page } from 'playwright-core';
import { aSource } from '../factories/source';
import { expectSoon } from './console/comes-to';
import { InboxDesk } from './console/inbox-desk';
import { broken } from './console/served-console';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

(CHROMIUM ? describe : describe.skip)('conversations in the console, besides answering them', () => {
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
  const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
  const composer = (page: Page, name = 'Reply') => page.getByRole('textbox', { name });
  const article = (page: Page, text: string) => page.getByRole('article').getByText(text);
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const card = (page: Page) => page.getByRole('region', { name: 'Copilot' });
  const choose = async (page: Page, menu: string, item: string) => {
    await press(page, menu);
    await page.getByRole('menuitem', { name: item }).click();
  };
  const openedId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!;
  const contents = async (id: string) => {
    const { body } = await desk.call('GET', `/inbox/${id}/messages`);
    return (body as { messages: { content: string }[] }).messages.map(({ content }) => content);
  };

  it('sends a reply once where its answer was lost, and shows a note that could not be read at first', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id);
    let lost = 0;
    await page.route(`**/inbox/${id}/messages`, async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort('failed');
    });
    await composer(page).fill('It leaves today.');
    await composer(page).press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await article(page, 'It leaves today.').waitFor();
    await composer(page).press('Control+Enter');
    await expectSoon(() => composer(page).inputValue(), '');
    expect(await desk.texts(id)).toEqual(['It leaves today.']);

    // A note in between changes nothing of that.
    lost = 0;
    await composer(page).fill('Thank you.');
    await composer(page).press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await page.getByRole('tab', { name: 'Note' }).click();
    await composer(page, 'Note').fill('Done.');
    await press(page, 'Add note');
    await article(page, 'Done.').waitFor();
    await page.getByRole('tab', { name: 'Reply' }).click();
    await composer(page).press('Control+Enter');
    await expectSoon(() => composer(page).inputValue(), '');
    expect(await desk.texts(id)).toEqual(['It leaves today.', 'Thank you.']);
    await composer(page).fill('Thank you.');
    await composer(page).press('Control+Enter');
    await expectSoon(() => composer(page).inputValue(), '');
    await expectSoon(() => desk.texts(id), ['It leaves today.', 'Thank you.', 'Thank you.']);

    // Once a draft was sent, the tries before it stand for nothing: an equal text is another message.
    lost = 0;
    await composer(page).fill('One.');
    await composer(page).press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    for (const next of ['Two.', 'One.']) {
      await composer(page).fill(next);
      await composer(page).press('Control+Enter');
      await article(page, next).last().waitFor();
      await expectSoon(() => composer(page).inputValue(), '');
    }
    const sent = ['It leaves today.', 'Thank you.', 'Thank you.', 'One.', 'Two.', 'One.'];
    await expectSoon(() => desk.texts(id), sent);

    let unread = 0;
    await page.route(`**/inbox/${id}/messages?*`, (route) => (unread++ < 2 ? route.abort('failed') : route.continue()));
    await desk.call('POST', `/inbox/${id}/notes`, { content: 'Ann pays by card.' });
    await article(page, 'Ann pays by card.').waitFor();
    expect(unread).toBeGreaterThan(2);

    // The first try decides whether the conversation closes.
    lost = 0;
    await composer(page).fill('Goodbye.');
    await press(page, 'Send and close (resolved)');
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    await composer(page).press('Control+Enter');
    await composer(page).waitFor({ state: 'detached' });
    expect(await desk.texts(id)).toEqual([...sent, 'Goodbye.']);
  });

  it('begins a conversation; an address that the service refuses stands at its field, and nothing is lost', async () => {
    const page = await desk.visit(member, '/inbox/needs-reply');
    // Its tooltip is there at once for those who use keys.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'New conversation' }).focus();
    await page.locator('.tooltip').waitFor();
    expect(await broken(page)).toEqual([]);
    await press(page, 'New conversation');
    await field(page, 'To').fill('Ann <ann@example.com>, bo at example.com');
    await field(page, 'Subject').fill('Your parcel');
    await field(page, 'Text').fill('It has arrived.');
    expect(await broken(page)).toEqual([]);
    await press(page, 'Send');
    await page.locator('[name=to][aria-invalid=true]').waitFor();
    await expectSoon(() => page.evaluate('document.activeElement.name'), 'to');
    await picture(page, 'console-begin');
    await field(page, 'To').fill('Ann <ann@example.com>, bo@example.com');
    await press(page, 'Send');
    await page.getByRole('heading', { level: 2, name: 'ann@example.com' }).waitFor();
    await article(page, 'It has arrived.').waitFor();
    await page.getByText('Your parcel').first().waitFor();
    const { assigneeMemberId } = await desk.record(openedId(page));
    expect(assigneeMemberId).not.toBeNull();
    expect(await contents(openedId(page))).toEqual(['It has arrived.']);
    const { messages } = (await desk.call('GET', `/inbox/${openedId(page)}/messages`)).body;
    const { body } = await desk.call('GET', `/inbox/${openedId(page)}/messages/${messages[0].id}`);
    expect(body.deliveries.map(({ address }: { address: string }) => address)).toEqual([
      'ann@example.com',
      'bo@example.com',
    ]);
  });

  it('forwards to others: a conversation of its own, which each of both names', async () => {
    const id = await desk.customer('Ann Lee');
    await desk.writes(id, 'The parcel is wet.');
    const page = await desk.open(member, id);
    await choose(page, 'More', 'Forward');
    await field(page, 'To').fill('stock@example.com');
    await field(page, 'Text').fill('Can you send another one?');
    await page.getByRole('button', { name: /Quote/ }).click();
    await page.getByRole('option', { name: 'All messages' }).click();
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-forward');
    await press(page, 'Send');
    await page.getByRole('heading', { level: 2, name: 'stock@example.com' }).waitFor();
    expect(openedId(page)).not.toBe(id);
    await article(page, 'Can you send another one?').first().waitFor();
    expect((await contents(openedId(page))).join()).toContain('The parcel is wet.');
    const related = page.getByRole('list', { name: 'Related conversations' });
    await related.getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: 'Ann Lee' }).waitFor();
    await related.getByRole('link').waitFor();
    await picture(page, 'console-forwarded');
  });

  it('blocks a person after a question, in the conversation, its panel and the list, and unblocks them', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id, 'needs-reply');
    await press(page, 'Contact');
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await panel.getByText('Ann Lee').first().waitFor();
    await choose(page, 'More', 'Block the contact');
    await page.getByRole('alertdialog').getByText('Block Ann Lee?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await choose(page, 'More', 'Block the contact');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block the contact' }).click();
    await page.locator('.conversation-header').getByText('Blocked', { exact: true }).waitFor();
    await panel.getByText('Blocked', { exact: true }).first().waitFor();
    const isBlocked = async () => (await desk.call('GET', `/inbox/${id}`)).body as { contact: { blocked: boolean } };
    await expectSoon(async () => (await isBlocked()).contact.blocked, true);
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-blocked');
    await choose(page, 'More', 'Unblock the contact');
    await expectSoon(async () => (await isBlocked()).contact.blocked, false);
    await expectSoon(() => page.locator('.conversation-header').getByText('Blocked', { exact: true }).count(), 0);
    await expectSoon(() => panel.getByText('Blocked', { exact: true }).count(), 0);
  });

  it('names a conversation anew; after a colleague’s change it says so, and the typed name stays', async () => {
    const id = await desk.mailed('Ann Lee', 'Order');
    const page = await desk.open(member, id);
    await choose(page, 'More', 'Subject');
    await expect(field(page, 'Subject').inputValue()).resolves.toBe('Order');
    await field(page, 'Subject').fill('Wet parcel');
    await page.route(`**/inbox/${id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, json: { error: 'Changed.', code: 'version_conflict', details: [] } })
        : route.continue(),
    );
    await press(page, 'Save');
    await page.getByText('A colleague has changed').waitFor();
    await expect(field(page, 'Subject').inputValue()).resolves.toBe('Wet parcel');
    await page.unroute(`**/inbox/${id}`);
    await press(page, 'Save');
    await page.locator('.conversation-header').getByText('Wet parcel').waitFor();
    await row(page, 'Ann Lee').getByText('Wet parcel').waitFor();
    await expectSoon(async () => (await desk.call('GET', `/inbox/${id}`)).body.subject, 'Wet parcel');
  });

  it('keeps the order of a list for each view, over a reload', async () => {
    for (const name of ['Ann Lee', 'Bo Ray']) await desk.customer(name);
    const page = await desk.visit(member, '/inbox/needs-reply');
    const names = async () =>
      (await page.locator('.inbox-row').allInnerTexts()).map((text) => /Ann Lee|Bo Ray/.exec(text)?.[0]);
    await expectSoon(names, ['Ann Lee', 'Bo Ray']);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest activity');
    await expectSoon(names, ['Bo Ray', 'Ann Lee']);
    await page.getByRole('link', { name: 'Unassigned' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unassigned' }).waitFor();
    await expectSoon(names, ['Ann Lee', 'Bo Ray']);
    await page.goto(`${desk.address}/app/w/${desk.workspace.id}/inbox/needs-reply`);
    await expectSoon(names, ['Bo Ray', 'Ann Lee']);
    await expect(page.getByRole('combobox', { name: 'Order' }).inputValue()).resolves.toBe('activity');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Longest waiting');
    await expectSoon(names, ['Ann Lee', 'Bo Ray']);
  });

  it('names each document of an answer once, however many of its passages are cited', async () => {
    const content = '# To France\n\nParcels to France take three days.\n\n# Express\n\nExpress parcels take one day.';
    await aSource(desk.parley, desk.ofAgent, desk.owner, { name: 'Shipping', content });
    await desk.parley.drain();
    const id = await desk.asked('Ann Lee');
    await desk.writes(id, 'How long do parcels to France take? How long do express parcels take?');
    const { messages } = (await desk.call('GET', `/inbox/${id}/messages`)).body as {
      messages: { citations: unknown[] }[];
    };
    expect(Math.max(...messages.map(({ citations }) => citations.length))).toBeGreaterThan(1);
    const page = await desk.open(member, id);
    await page.getByRole('list', { name: 'Sources' }).first().waitFor();
    expect(await page.getByRole('list', { name: 'Sources' }).getByRole('listitem').allInnerTexts()).toEqual([
      'Shipping',
    ]);
  });

  it('the copilot drafts with its sources, and the draft is inserted or replaces mine', async () => {
    await aSource(desk.parley, desk.ofAgent, desk.owner, {
      name: 'Shipping',
      content: 'Parcels to France take three days.',
    });
    await desk.parley.drain();
    const id = await desk.customer('Ann Lee');
    await desk.writes(id, 'How long do parcels to France take?');
    const page = await desk.open(member, id);
    await article(page, 'How long do parcels').waitFor();
    await choose(page, 'Copilot', 'Draft a reply');
    await card(page).getByText('three days').first().waitFor();
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-copilot');
    await card(page).getByRole('button', { name: 'Insert', exact: true }).click();
    await expectSoon(() => card(page).count(), 0);
    await expectSoon(async () => (await composer(page).inputValue()).includes('three days'), true);
    await composer(page).fill('My own words');
    await choose(page, 'Copilot', 'Ask the sources');
    await card(page).getByRole('textbox', { name: 'Your question' }).fill('How long do parcels to France take?');
    await card(page).getByRole('button', { name: 'Ask' }).click();
    await card(page).getByRole('button', { name: 'Replace my draft' }).click();
    await expectSoon(async () => (await composer(page).inputValue()).includes('My own words'), false);
    expect(await composer(page).inputValue()).toContain('three days');
    await choose(page, 'Copilot', 'Summarize the conversation');
    await card(page).getByRole('button', { name: 'Insert into a note' }).click();
    await expectSoon(async () => (await composer(page, 'Note').inputValue()).length > 0, true);
    expect(await desk.texts(id)).toEqual([]);
  });

  it('the copilot says why it cannot translate, and what still works; a late answer never stands under another heading', async () => {
    const id = await desk.customer('Ann Lee');
    const page = await desk.open(member, id);
    await composer(page).fill('It leaves today.');
    await choose(page, 'Copilot', 'Translate my draft');
    await card(page).getByRole('button', { name: 'Translate' }).click();
    await card(page).getByRole('alert').waitFor();
    await card(page).getByText('Drafts, answers and summaries still work.').waitFor();
    expect(await broken(page)).toEqual([]);
    await picture(page, 'console-copilot-error');
    await card(page).getByRole('button', { name: 'Discard' }).click();
    await expect(composer(page).inputValue()).resolves.toBe('It leaves today.');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/inbox/${id}/copilot`, async (route) => {
      if (route.request().postData()?.includes('draft')) await held;
      await route.continue();
    });
    await choose(page, 'Copilot', 'Draft a reply');
    await choose(page, 'Copilot', 'Ask the sources');
    const late = page.waitForResponse(`**/inbox/${id}/copilot`);
    release();
    await (await late).finished();
    await card(page).getByRole('textbox', { name: 'Your question' }).fill('Is it late?');
    await expect(card(page).getByRole('status').count()).resolves.toBe(0);
  });
});

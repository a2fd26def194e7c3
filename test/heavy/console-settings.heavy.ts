import type { Page } from 'playwright-core';
import { expectSoon } from './console/comes-to';
import { anAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { aDelivery } from '../factories/webhook';
import { AgentsDesk } from './console/agents-desk';
import { barriers, TWO_LOOKS } from './console/console-desk';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const OPEN_TO_ALL = ['members', 'labels', 'saved-replies', 'notifications', 'sla', 'mail', 'usage'];
const FOR_ADMINS = ['general', 'domains', 'keys', 'webhooks', 'model', 'retention', 'audit'];

(CHROMIUM ? describe : describe.skip)('settings in the console', () => {
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

  it('a policy with a holiday: the preview of the service goes over the weekend and the holiday', async () => {
    const page = await desk.visit(member, '/settings/sla/new');
    await page.getByLabel('Name', { exact: true }).fill('Office hours');
    await page.getByLabel('A request that comes in at').fill('2026-12-24T16:30');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    const preview = page.getByRole('region', { name: 'What this means' }).getByRole('status');
    await preview.getByText('The time zone is unknown.').waitFor();
    expect(await preview.innerText()).not.toContain('/calendar');
    // Both times are of the policy's zone, wherever the browser is.
    await page.getByLabel('Time zone').fill('America/New_York');
    await page.getByLabel('A request that comes in at (America/New_York)').waitFor();
    await preview.getByText(/^Due Friday,? 25 December 2026 at 12:30 \(America\/New_York\)$/).waitFor();
    await page.getByLabel('Time zone').fill('UTC');
    await press(page, 'Add a date');
    await page.getByLabel('Date', { exact: true }).fill('2026-12-25');
    await page
      .getByText('Due Monday, 28 December 2026 at 12:30')
      .or(page.getByText('Due Monday 28 December 2026 at 12:30'))
      .waitFor();
    await picture(page, 'console-sla-policy');
    await press(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Office hours' }).waitFor();
    const [policy] = (await desk.call('GET', '/sla-policies')).body.slaPolicies;
    expect(policy).toMatchObject({
      name: 'Office hours',
      targets: [{ milestone: 'first_response', seconds: 14_400 }],
      calendar: { timezone: 'UTC', exceptions: [{ date: '2026-12-25', intervals: [] }] },
    });
    // What another member saved meanwhile is not replaced before the reader knows of it.
    await desk.call('PATCH', `/sla-policies/${policy.id}`, { name: 'Mine', expectedVersion: policy.version });
    await page.getByLabel('Name', { exact: true }).fill('Ours');
    await press(page, 'Save');
    await page.getByText('Another member saved this policy.').waitFor();
    await press(page, 'Save');
    const names = async (): Promise<unknown> =>
      (await desk.call('GET', '/sla-policies')).body.slaPolicies.map(({ name }: { name: string }) => name);
    await expectSoon(names, ['Ours']);
  });

  it('a webhook: its secret once, paused, a delivery in detail, removed', async () => {
    const page = await desk.visit(member, '/settings/webhooks');
    await press(page, 'New webhook');
    await page.getByLabel('Address').fill('http://example.com/hook');
    await press(page, 'Save');
    await page.locator('.react-aria-FieldError').waitFor();
    await page.getByLabel('Address').fill('https://example.com/hook');
    // What is wrong with one line of a field stands at the field.
    await page.getByLabel('Events, one').fill('nothing.happened');
    await press(page, 'Save');
    await page.locator('.field', { hasText: 'Events, one' }).locator('.react-aria-FieldError').waitFor();
    await page.getByLabel('Events, one').fill('conversation.created');
    await press(page, 'Save');
    const secret = await page.getByRole('textbox', { name: 'Secret' }).textContent();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    expect(await page.content()).not.toContain(secret);
    const [{ id }] = (await desk.call('GET', '/webhooks')).body.webhooks;
    await aDelivery(desk.parley, { workspaceId: desk.workspace.id, id });
    await page.getByRole('link', { name: 'https://example.com/hook' }).click();
    await press(page, 'Pause');
    await page.getByText('A member paused it.').waitFor();
    await page.getByRole('button', { name: /^Details of/ }).click();
    await page.getByRole('dialog').getByText('"type"').waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'Remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhooks yet.').waitFor();
  });

  it('invites no one into what a role may not see: each area of a member answers, each of an admin does not open', async () => {
    await desk.agent({ name: 'Helper' });
    const account = await anAccount(desk.parley);
    await aMember(desk.parley, desk.workspace, account);
    const colleague = await desk.arriveAs(account);
    const refused: string[] = [];
    colleague.context.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const path of [
      '/settings',
      ...OPEN_TO_ALL.map((area) => `/settings/${area}`),
      '/queue',
      '/search',
      '/contacts',
      '/reports/sla',
    ]) {
      const page = await desk.visit(colleague, path);
      await expectSoon(() => page.locator('.skeleton').count(), 0);
      expect([path, await page.getByText('This is not here, or not for you.').count()]).toEqual([path, 0]);
      await page.close();
    }
    for (const area of FOR_ADMINS) {
      const page = await desk.visit(colleague, `/settings/${area}`);
      await page.getByRole('heading', { level: 1, name: 'This is not here, or not for you.' }).waitFor();
      expect(await page.getByRole('link', { name: area, exact: true }).count()).toBe(0);
      await page.close();
    }
    expect([refused, colleague.problems]).toEqual([[], []]);
    // Restricted by an admin in the console, the member sees one agent only.
    const admin = await desk.visit(member, '/settings/members');
    await admin.getByRole('button', { name: /^Agents that .* may see$/ }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('All agents').click();
    await dialog.getByText('Helper').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await admin.getByText('Saved', { exact: true }).waitFor();
    const { body } = await desk.call('GET', '/members');
    expect(body.members.map((one: { restrictedAgentIds: unknown }) => one.restrictedAgentIds)).toContainEqual([
      expect.any(String),
    ]);
    await colleague.leave();
  });

  it('labels, and retention that is saved only after its numbers were seen', async () => {
    const page = await desk.visit(member, '/settings/labels');
    await press(page, 'New label');
    await page.getByLabel('Name').fill('Billing');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit label Billing' }).click();
    await page.getByLabel('Name').fill('Invoices');
    await press(page, 'Save');
    await page.getByRole('button', { name: 'Edit label Invoices' }).waitFor();
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByLabel('Closed conversations, in days').fill('3');
    await press(page, 'See what would be deleted');
    await page.locator('.react-aria-FieldError, .form-problem').waitFor();
    await page.getByLabel('Closed conversations, in days').fill('30');
    await press(page, 'See what would be deleted');
    await page.getByRole('alertdialog').getByText('Conversations', { exact: true }).waitFor();
    expect((await desk.call('GET', '/retention')).body).toMatchObject({ conversationDays: null });
    await press(page, 'Save and delete');
    await expectSoon(async () => (await desk.call('GET', '/retention')).body.conversationDays as unknown, 30);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('updateRetention').first().waitFor();
    await page.getByLabel('Operation').fill('createLabel');
    await page.getByText('updateRetention').waitFor({ state: 'detached' });
    await press(page, 'Verify');
    await page.getByText('The log is intact:').waitFor();
  });

  it('the queue: several at once get a priority, what was changed in between is refused and stays; a clock explains itself', async () => {
    await desk.call('POST', '/sla-policies', {
      name: 'Fast',
      targets: [{ milestone: 'first_response', seconds: 600 }],
    });
    const conversationId = await desk.conversation('Ann Lee', 'Order');
    const [first, second] = await Promise.all(
      ['Refund', 'Delivery'].map((subject) => desk.call('POST', '/support-requests', { conversationId, subject })),
    );
    // Without events, so that the page does not know of the change in between.
    await member.context.route('**/inbox/events', (route) => route.abort());
    const page = await desk.visit(member, '/queue');
    await page.getByText('Choose Refund').waitFor({ state: 'attached' });
    await desk.call('PATCH', `/support-requests/${first!.body.id}`, {
      priority: 'low',
      expectedVersion: first!.body.version,
    });
    await page
      .getByRole('row', { name: /Refund/ })
      .locator('.checkbox')
      .click();
    await page
      .getByRole('row', { name: /Delivery/ })
      .locator('.checkbox')
      .click();
    await press(page, 'Set priority');
    await page.getByRole('menuitem', { name: 'Urgent' }).click();
    await page.getByText('1 request was not changed:').waitFor();
    await page.getByText('1 request chosen').waitFor();
    expect((await desk.call('GET', `/support-requests/${second!.body.id}`)).body).toMatchObject({ priority: 'urgent' });
    expect((await desk.call('GET', `/support-requests/${first!.body.id}`)).body).toMatchObject({ priority: 'low' });
    await page
      .getByRole('button', { name: /^First response/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('started the clock').waitFor();
    await picture(page, 'console-clock');
  });

  it('a domain that was removed can be added again', async () => {
    const agent = await desk.agent();
    const page = await desk.visit(member, `/agents/${agent.id}/channels`);
    const heading = page.getByRole('heading', { name: 'chat.shop.example' });
    for (let time = 1; time <= 2; time++) {
      await page.getByRole('textbox', { name: 'Domain' }).fill('chat.shop.example');
      await press(page, 'Add domain');
      await heading.waitFor();
      await press(page, 'Remove domain');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click();
      await heading.waitFor({ state: 'detached' });
    }
  });

  it('credentials: none without the password; the secret once; rotated and revoked; undo time and signature', async () => {
    const page = await desk.visit(member, '/settings/labels');
    await page.goto(`${desk.address}/app/account/credentials`);
    await press(page, 'New credential');
    await page.getByLabel('Name').fill('Laptop');
    await page.getByLabel('Current password').fill('not the password');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'New credential' }).click();
    await page.locator('.react-aria-FieldError, .form-problem').first().waitFor();
    await page.getByLabel('Current password').fill(desk.account.password);
    await dialog.getByRole('button', { name: 'New credential' }).click();
    const shown = page.getByRole('textbox', { name: 'Secret' });
    const secret = await shown.textContent();
    const account = () => desk.parley.call('GET', '/workspaces', { token: secret! });
    expect((await account()).status).toBe(200);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    expect(await page.content()).not.toContain(secret);
    await press(page, 'Rotate credential Laptop');
    await page.getByLabel('Current password').fill(desk.account.password);
    await page.keyboard.press('Enter');
    await shown.waitFor();
    expect((await account()).status).toBe(401);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await press(page, 'Revoke credential Laptop');
    await page.getByLabel('Current password').fill(desk.account.password);
    await page.keyboard.press('Enter');
    await page.getByText('Laptop was revoked.').waitFor();
    await page.getByRole('link', { name: 'Replies' }).click();
    await page.getByLabel('Seconds to undo').fill('20');
    await page.getByLabel('Signature').fill('Ada, Help desk');
    await press(page, 'Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    const own = { token: desk.owner.secret };
    expect((await desk.parley.call('GET', '/account/preferences', own)).body).toMatchObject({
      ...{ undoSendSeconds: 20, signature: 'Ada, Help desk' },
    });
    for (const area of ['replies', 'notifications', 'credentials', 'activity']) {
      await page.goto(`${desk.address}/app/account/${area}`);
      await page.locator('main > :not(header):visible').first().waitFor();
      await expectSoon(() => page.locator('.skeleton').count(), 0);
      expect(await barriers(page, TWO_LOOKS)).toEqual([]);
    }
  });

  it('has no barrier at both widths and in both themes', async () => {
    await desk.agent();
    await desk.call('POST', '/labels', { name: 'Billing' });
    await desk.call('POST', '/saved-replies', { name: 'Hello', content: 'Hello {{contact.name}}' });
    await desk.call('POST', '/keys', { name: 'Shop', scopes: ['chat:write'] });
    await desk.call('POST', '/sla-policies', {
      name: 'Fast',
      targets: [{ milestone: 'first_response', seconds: 600 }],
    });
    const areas = [...OPEN_TO_ALL, ...FOR_ADMINS, 'sla/new'].map((area) => `/settings/${area}`);
    for (const path of [...areas, '/queue', '/search', '/reports/sla']) {
      const page = await desk.visit(member, path);
      await expectSoon(() => page.locator('.skeleton').count(), 0);
      expect(await barriers(page, TWO_LOOKS)).toEqual([]);
      await picture(page, `console${path.replace(/\W+/g, '-')}`);
      await page.close();
    }
  });
});

import type { Page } from 'playwright-core';
import { expectSoon } from './console/comes-to';
import { barriers, ConsoleDesk, PASSWORD } from './console/console-desk';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

(CHROMIUM ? describe : describe.skip)('the ways into the console', () => {
  let desk: ConsoleDesk;
  let person: Visitor;
  beforeAll(async () => {
    desk = await ConsoleDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    person = await desk.arrive();
  });
  afterEach(async () => {
    expect(person.problems).toEqual([]);
    await person.leave();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const submit = (page: Page) => page.locator('button[type=submit]').first().click();
  /** By a real mouse, which holds the button for a moment. */
  const pressAsPeopleDo = async (page: Page) => {
    const box = (await page.locator('button[type=submit]').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(90);
    await page.mouse.up();
  };
  const signIn = async (page: Page, email: string, password = PASSWORD) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await submit(page);
  };

  it('sets up an empty installation by its code, which leaves the address at once', async () => {
    const page = await desk.visit(person, '/');
    await heading(page, 'Set up Parley');
    await page.goto('about:blank');
    await page.goto(`${desk.address}/app/setup#code=${await desk.setUpCode()}`);
    await heading(page, 'Set up Parley');
    expect(page.url()).toBe(`${desk.address}/app/setup`);
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'console-setup');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    const password = page.getByLabel('Password', { exact: true });
    await password.pressSequentially('short');
    // Leaving a field moves nothing: the pointer may be on its way to a button.
    await page.getByLabel('Name of the workspace').click();
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Name of the workspace').fill('Acme Support');
    await pressAsPeopleDo(page);
    await expectSoon(() => password.getAttribute('aria-invalid'), 'true');
    await password.click({ clickCount: 3 });
    await page.keyboard.type(PASSWORD);
    expect(await password.getAttribute('aria-invalid')).toBeNull();
    await pressAsPeopleDo(page);
    await page.getByRole('button', { name: 'Workspace Acme Support' }).waitFor();
    expect(page.url()).toMatch(/\/app\/w\/[\w-]+\//);
    await page.goto(`${desk.address}/app/setup`);
    await heading(page, 'This is not here, or not for you.');
  });

  it('signs in by keys alone, after a wrong password, and out again', async () => {
    const page = await desk.visit(person, '/app/account/sessions');
    await heading(page, 'Sign in to Parley');
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'console-sign-in');
    await page.getByLabel('Email').focus();
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong horse battery');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'Sessions');
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: 'Account of Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in to Parley');
    await page.goto(`${desk.address}/app/account/profile`);
    await heading(page, 'Sign in to Parley');
  });

  it('says in German what the service refused', async () => {
    const german = await desk.arrive({ locale: 'de-DE' });
    const page = await desk.visit(german, '/app/sign-in');
    await page.getByLabel('E-Mail').fill('ada@example.com');
    await page.getByLabel('Passwort').fill('wrong horse battery');
    await page.keyboard.press('Enter');
    await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
    await german.leave();
  });

  it('opens an account by the link in a mail', async () => {
    const page = await desk.visit(person, '/app/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await heading(page, 'Create an account');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await submit(page);
    await heading(page, 'Check your mail');
    expect(await barriers(page)).toEqual([]);
    await page.goto('about:blank');
    await page.goto(desk.address + (await desk.mailedLink('grace@example.com')));
    await heading(page, 'Confirm your email address');
    expect(page.url()).toBe(`${desk.address}/app/verify-email`);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await submit(page);
    await heading(page, 'Your workspaces');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Name of the workspace').fill('Grace’s');
    await submit(page);
    await page.getByRole('button', { name: 'Workspace Grace’s' }).waitFor();
  });

  it('sets a new password by the link in a mail; without the token, the page says so', async () => {
    const page = await desk.visit(person, '/app/forgot-password');
    await heading(page, 'Forgotten password');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Email').fill('grace@example.com');
    await submit(page);
    await heading(page, 'Check your mail');
    await page.goto('about:blank');
    await page.goto(desk.address + (await desk.mailedLink('grace@example.com')));
    await heading(page, 'Choose a new password');
    expect(page.url()).toBe(`${desk.address}/app/reset-password`);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('New password').fill('another horse battery');
    await submit(page);
    await page.getByRole('button', { name: 'Workspace Grace’s' }).waitFor();
    await page.goto(`${desk.address}/app/reset-password`);
    await page.getByRole('alert').filter({ hasText: 'This link is incomplete' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('invites a colleague, who chooses name and password and is in', async () => {
    const page = await desk.visit(person, '/app/sign-in');
    await signIn(page, 'ada@example.com');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await heading(page, 'Members');
    await page.getByLabel('Email').fill('linus@example.com');
    await submit(page);
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'console-members');

    const colleague = await desk.arrive();
    const theirs = await desk.visit(colleague, await desk.mailedLink('linus@example.com'));
    await heading(theirs, 'You are invited');
    expect(theirs.url()).toBe(`${desk.address}/app/accept-invitation`);
    expect(await barriers(theirs)).toEqual([]);
    await theirs.getByLabel('Your name').fill('Linus');
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await submit(theirs);
    await theirs.getByRole('button', { name: 'Workspace Acme Support' }).waitFor();
    await theirs.getByRole('link', { name: 'Settings' }).click();
    await theirs.getByRole('link', { name: 'Members' }).click();
    await theirs.getByText('ada@example.com').waitFor();
    expect(await theirs.getByRole('heading', { name: 'Invite a colleague' }).count()).toBe(0);
    expect(colleague.problems).toEqual([]);
    await colleague.leave();
  });

  it('asks for the password over the page when the session has ended, and keeps what was typed', async () => {
    const page = await desk.visit(person, '/app/sign-in?next=/account/profile');
    await signIn(page, 'ada@example.com');
    await heading(page, 'Profile');
    await page.getByLabel('Your name').fill('Ada L.');
    await person.context.clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada L.');
    // A changed form asks before it is left.
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Account of Ada L.' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('opens the own account from every area, also once the settings were open', async () => {
    const page = await desk.visit(person, '/app/sign-in');
    await signIn(page, 'ada@example.com');
    const openAccount = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      await heading(page, 'Profile');
      await page.waitForLoadState('networkidle');
      expect(page.url()).toBe(`${desk.address}/app/account/profile`);
    };
    await page.getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'General');
    const members = page.url().replace('general', 'members');
    await openAccount();
    await page.goBack();
    await heading(page, 'General');
    await page.getByRole('link', { name: 'Members' }).click();
    await heading(page, 'Members');
    await openAccount();
    for (const area of ['Contacts', 'Agents']) {
      await page.goto(members);
      await heading(page, 'Members');
      await page.getByRole('link', { name: area }).click();
      await heading(page, area);
      await openAccount();
    }
    await page.goto(members.replace('members', 'nothing'));
    await heading(page, 'This is not here, or not for you.');
  });

  it('lists all actions and their keys; single keys can be switched off', async () => {
    const page = await desk.visit(person, '/app/sign-in?next=/account/preferences');
    await signIn(page, 'ada@example.com');
    await heading(page, 'Preferences');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
    await page.locator('label').filter({ hasText: 'Single keys' }).click();
    await page.getByRole('switch', { name: /Single keys/, checked: false }).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('?');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'All actions' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Keyboard' }).count()).toBe(0);
    await page.keyboard.type('keyb');
    await picture(page, 'console-actions');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.getByText('Single keys are switched off').waitFor();
  });
});

import { CHROMIUM, picture } from './visitor/browser';
import { DevicesDesk } from './visitor/devices-fixtures';

if (!CHROMIUM) console.log('Skipped: the page is tested in Chromium, which is not installed here.');

(CHROMIUM ? describe : describe.skip)('the page for devices', () => {
  let desk: DevicesDesk;
  beforeAll(async () => {
    desk = await DevicesDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.begin());

  it('turns a device on, tests, renames, pauses and removes it', async () => {
    const member = await desk.arrive();
    const page = await desk.visit(member);
    await desk.signIn(page);
    expect(desk.subscriptions).toEqual([]);
    await desk.turnOn(page);
    expect(await desk.devices()).toMatchObject([{ label: 'Chrome · Linux', status: 'enabled' }]);
    await page.getByRole('button', { name: 'Test: Chrome · Linux' }).click();
    await page.getByText('It should appear at any moment').waitFor();
    expect(desk.push.opened(desk.subscriptions[0]!)).toMatchObject([{ notification: { title: 'Test notification' } }]);
    await picture(page, 'devices-tested');

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.devices input').fill('Work laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pause: Work laptop' }).click();
    await page.getByRole('button', { name: 'Resume: Work laptop' }).waitFor();
    expect(await desk.devices()).toMatchObject([{ label: 'Work laptop', status: 'paused' }]);

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('group').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The device was removed.').waitFor();
    expect(await desk.devices()).toEqual([]);
    expect(await page.evaluate("localStorage.getItem('kept-subscription')")).toBeNull();
    expect(member.problems).toEqual([]);
    await member.leave();
  });

  it('says on each visit that the device is in use, and subscribes anew where the key or the subscription is gone', async () => {
    const member = await desk.arrive();
    const page = await desk.visit(member);
    await desk.signIn(page);
    await desk.turnOn(page);
    const visit = async () => {
      const [{ lastActiveAt }] = await desk.devices();
      await page.reload();
      for (let round = 0; round < 200; round += 1) {
        const found = await desk.devices();
        if (found.length === 1 && found[0].lastActiveAt > lastActiveAt && found[0].status === 'enabled')
          return found[0];
        await page.waitForTimeout(50);
      }
      throw new Error('the device was not registered again');
    };
    const [{ id }] = await desk.devices();
    await desk.call('PATCH', `/${id}`, { label: 'Renamed elsewhere' });
    expect(await visit()).toMatchObject({ id, label: 'Renamed elsewhere' });
    expect(desk.subscriptions).toHaveLength(1);

    // Made with the key of another installation, as it were.
    await page.evaluate(
      "localStorage.setItem('kept-subscription', JSON.stringify({ ...JSON.parse(localStorage.getItem('kept-subscription')), key: [4, 1] }))",
    );
    await visit();
    expect(desk.subscriptions).toHaveLength(2);

    desk.push.answer(desk.subscriptions[1]!, 410);
    await page.getByRole('button', { name: /^Test/ }).click();
    await page.getByText('The subscription is gone.', { exact: true }).waitFor();
    await visit();
    expect(desk.subscriptions).toHaveLength(3);
    expect(await desk.devices()).toMatchObject([{ label: 'Renamed elsewhere', status: 'enabled' }]);

    // Removed elsewhere: it does not come back by itself.
    const [device] = await desk.devices();
    await desk.call('DELETE', `/${device.id}`);
    await page.reload();
    await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
    expect(await desk.devices()).toEqual([]);
    expect(member.problems).toEqual([]);
    await member.leave();
  });

  it('of another build, as in a rolling restart, is asked for again until its script is there', async () => {
    const member = await desk.arrive();
    desk.service.foreignDocuments = 2;
    const page = await desk.visit(member, '/devices?lang=de');
    await page.locator('form').waitFor();
    expect([page.url(), desk.service.foreignDocuments]).toEqual([`${desk.address}/devices?lang=de`, 0]);
    await member.leave();
  });

  it('is silent from the moment at which its member signs out', async () => {
    const member = await desk.arrive();
    const page = await desk.visit(member);
    await desk.signIn(page);
    await desk.turnOn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('input[type=password]').waitFor();
    expect(await desk.devices()).toMatchObject([{ status: 'revoked' }]);
    await desk.signIn(page);
    await page.locator('.status.enabled').waitFor();
    expect(await desk.devices()).toMatchObject([{ status: 'enabled' }]);
    await member.leave();
  });

  it('shows each message that comes, three in a row, whether its page is open or not', async () => {
    const member = await desk.arrive();
    const page = await desk.visit(member);
    await desk.signIn(page);
    await desk.turnOn(page);
    const session = await member.context.newCDPSession(page);
    const registration = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    const registrationId = await registration;
    const shown = () =>
      page.evaluate<{ title: string }[]>(
        `navigator.serviceWorker.getRegistration('/devices').then(async (registration) =>
          (await registration.getNotifications()).map(({ title, body, tag, lang, dir, data }) => ({ title, body, tag, lang, dir, data })))`,
      );
    const deliver = async (data: string, count: number) => {
      for (let round = 0; round < 200 && (await shown()).length < count; round += 1) {
        // Once, unless the debugger loses it, as it may while the page is another one.
        if (round % 60 === 0)
          await session.send('ServiceWorker.deliverPushMessage', { origin: desk.address, registrationId, data });
        await page.waitForTimeout(50);
      }
      return shown();
    };
    // What the service itself sends: the first, with the page in front.
    await page.bringToFront();
    await page.getByRole('button', { name: /^Test/ }).click();
    await page.getByText('It should appear at any moment').waitFor();
    const real = desk.push.opened(desk.subscriptions[0]!)[0]!;
    expect(await page.evaluate('document.hasFocus()')).toBe(true);
    expect(await deliver(JSON.stringify(real), 1)).toMatchObject([
      {
        title: 'Test notification',
        body: 'Notifications reach this device.',
        lang: 'en',
        dir: 'ltr',
        data: `${desk.address}/devices`,
      },
    ]);
    const other = (tag: string) => JSON.stringify({ ...real, notification: { ...real.notification, tag, title: tag } });
    expect(await deliver(other('second'), 2)).toHaveLength(2);
    await page.goto('about:blank');
    await page.goto(`${desk.address}/devices`);
    // One that cannot be read is shown as well: the browser would end the subscription.
    const titles = (await deliver('no JSON', 3)).map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(['Parley', 'Test notification', 'second']));
    // The same tag: the later one in the place of the earlier.
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: desk.address,
      registrationId,
      data: other('second'),
    });
    await page.waitForTimeout(300);
    expect(await shown()).toHaveLength(titles.length);
    expect(member.problems).toEqual([]);
    await member.leave();
  });

  it('lets nothing but its worker become a script', async () => {
    const member = await desk.arrive();
    const page = await desk.visit(member);
    const refused = await page.evaluate(`Promise.all([
      navigator.serviceWorker.register('/devices/sw.js').then(() => 'registered', (error) => error.name),
      (async () => trustedTypes.createPolicy('other', {}))().then(() => 'made', (error) => error.name),
      (async () => trustedTypes.createPolicy('parley-devices', {}))().then(() => 'made', (error) => error.name),
    ])`);
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
    await member.leave();
  });
});

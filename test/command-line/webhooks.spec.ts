import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { appendEvents, someSubjects } from '../factories/webhook';
import { type Parley, startParley } from '../support/parley';
import { isGenuine, WebhookReceiver } from '../support/webhook-receiver';

describe('parley webhooks listen', () => {
  let parley: Parley;
  let desk: CommandDesk;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    parley = await startParley();
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await parley.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    desk = await aCommandDesk(parley);
    receiver.clear();
    receiver.answer(204);
  });
  afterEach(() => desk.cli.remove());

  const listen = (...more: string[]) =>
    desk.cli.run(['webhooks', 'listen', '--forward-to', receiver.url, '--events', 'webhook.*', ...more]);

  it('posts events to an address as a webhook would, and prints them and what it answers', async () => {
    const { next } = await desk.cli.json(['events', 'list']);
    await appendEvents(parley, desk.workspace.id, someSubjects(2));
    receiver.answerEach(() => (receiver.hooks.length === 1 ? 204 : 500));
    const { code, stdout } = await listen('--after', next, '--limit', '2');
    expect(code).toBe(0);
    const [first, second] = receiver.ids;
    expect(stdout.replace(/\d+ ms/g, 'n ms')).toBe(
      `--> webhook.removed ${first}\n<-- 204 n ms\n--> webhook.removed ${second}\n<-- 500 n ms\n`,
    );
  });

  it('signs with the secret of the profile, which stays the same', async () => {
    await desk.cli.run(['login', '--with-token', '--url', parley.url], { stdin: desk.owner.secret });
    const [secret, again] = [await print(), await print()];
    expect([again, /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)]).toEqual([secret, true]);
    const { next } = await desk.cli.json(['events', 'list']);
    await appendEvents(parley, desk.workspace.id, someSubjects(1));
    await listen('--after', next, '--limit', '1');
    expect(receiver.hooks.map((hook) => isGenuine(hook, secret))).toEqual([true]);
  });
  const print = async (): Promise<string> =>
    (await desk.cli.run(['webhooks', 'listen', '--print-secret'])).stdout.trim();

  it('goes on where no program listens', async () => {
    const { next } = await desk.cli.json(['events', 'list']);
    await appendEvents(parley, desk.workspace.id, someSubjects(1));
    const { code, stdout } = await desk.cli.run([
      ...['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/hook', '--events', 'webhook.removed'],
      ...['--after', next, '--limit', '1'],
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('no server listens there')]);
  });

  it('goes on after a position that is expired, with a warning', async () => {
    await appendEvents(parley, desk.workspace.id, someSubjects(1));
    const { code, stderr } = await listen('--after', '1_1_0', '--limit', '1');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Some are missing')]);
    expect(receiver.hooks).toHaveLength(1);
  });

  it.each([
    [[], '--forward-to is missing'],
    [['--forward-to', 'here'], 'not an http or https address'],
    [['--forward-to', 'http://localhost/', '--content', 'all'], '--content is none or current'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await desk.cli.run(['webhooks', 'listen', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

import { oneOf, type Random, randomOf } from '../../bench/support/random';
import { anAccount, type TestAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { campaignOf } from './campaign';
import { InboxDesk } from './console/inbox-desk';
import { type Fault, Walker } from './console/walker';
import { CHROMIUM, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const WALKS = Number(process.env['WALKS'] ?? campaignOf(500));
const STEPS = 12;
/** Walks at a time, most of which wait. */
const BESIDE = 3;
/** Walk n has the seed SEED + n, so that SEED of a failed walk with WALKS=1 repeats it. */
const SEED = Number(process.env['SEED'] ?? 20_261_128);

const ROLES = ['owner', 'admin', 'member', 'restricted member'] as const;
const ACCOUNT = ['activity', 'credentials', 'notifications', 'replies', 'profile', 'preferences', 'sessions'];
const AREAS = [
  ...['inbox/all', 'inbox/needs-reply', 'queue', 'search?q=order', 'views', 'contacts', 'contacts/import', 'agents'],
  ...['welcome', 'reports/sla', 'settings', 'settings/general', 'settings/members', 'settings/labels'],
  ...['settings/saved-replies', 'settings/mail', 'settings/notifications', 'settings/sla', 'settings/sla/new'],
  ...['settings/domains', 'settings/keys', 'settings/webhooks', 'settings/model', 'settings/usage', 'settings/audit'],
  'settings/retention',
];
const FOR_ADMINS = /settings\/(general|domains|keys|webhooks|model|retention|audit|sla\/new)|contacts\/import/;
const TABS = ['try', 'knowledge', 'gaps', 'tests', 'look', 'channels', 'behavior'];
const WENT_WRONG = {
  'en-GB': 'Something went wrong on this screen.',
  'de-DE': 'Auf dieser Seite ist etwas schiefgegangen.',
};

/** A workspace with something of each kind. */
async function furnished(desk: InboxDesk): Promise<string[]> {
  await desk.begin();
  await desk.agent({ name: 'Other' });
  await aSource(desk.parley, desk.ofAgent, desk.owner);
  const made = async (path: string, body: object): Promise<void> => {
    const { status, text } = await desk.call('POST', path, body);
    if (status > 299) throw new Error(`${path} answered ${status}: ${text}`);
  };
  await made('/labels', { name: 'Urgent', color: '#aa0000' });
  await made('/saved-replies', { name: 'Return', content: 'Print the label, {{contact.name}}.' });
  await made('/webhooks', { url: 'https://hooks.invalid/parley', events: ['message.*'] });
  await made('/views', { name: 'Open ones', filter: { status: 'open' } });
  const conversations = [
    await desk.customer('Ann Lee'),
    await desk.customer('<b>Bo</b>'),
    await desk.asked('Cy Day'),
    await desk.mailed('Di Fox', 'Order'),
  ];
  await made(`/inbox/${conversations[0]}/messages`, { content: 'Which order is it?' });
  await made(`/inbox/${conversations[0]}/notes`, { content: 'A regular.' });
  return conversations;
}

async function enrolled(desk: InboxDesk, role: (typeof ROLES)[number]): Promise<TestAccount> {
  if (role === 'owner') return desk.account;
  const account = await anAccount(desk.parley, { name: 'Eli Noor' });
  const restrictedAgentIds = role === 'restricted member' ? [desk.ofAgent.id] : null;
  await aMember(desk.parley, desk.workspace, account, {
    role: role === 'admin' ? 'admin' : 'member',
    restrictedAgentIds,
  });
  return account;
}

(CHROMIUM ? describe : describe.skip)(`random walks through the console (SEED=${SEED}, WALKS=${WALKS})`, () => {
  let desk: InboxDesk;
  beforeAll(async () => {
    desk = await InboxDesk.open();
  });
  afterAll(() => desk.close());

  const seen = new Set<string>();
  let looks = 0;
  let steps = 0;

  const startOf = (random: Random, role: string, conversations: string[]): string => {
    const mayEnter = (area: string): boolean => !role.includes('member') || !FOR_ADMINS.test(area);
    const below = `/app/w/${desk.workspace.id}`;
    const chance = random();
    if (chance < 0.3) return `${below}/inbox/all/${oneOf(random, conversations)}`;
    if (chance < 0.5) return `${below}/agents/${desk.ofAgent.id}/${oneOf(random, TABS)}`;
    if (chance < 0.6) return `/app/account/${oneOf(random, ACCOUNT)}`;
    return `${below}/${oneOf(random, AREAS.filter(mayEnter))}`;
  };

  /** One after another: the desk has one workspace at a time. The walks themselves go on beside each other. */
  let desked: Promise<unknown> = Promise.resolve();
  const prepared = async (n: number, random: Random): Promise<[Walker, Visitor, string]> => {
    const role = oneOf(random, ROLES);
    const conversations = await furnished(desk);
    const account = await enrolled(desk, role);
    const locale = oneOf(random, ['en-GB', 'de-DE'] as const);
    const visitor = await desk.arriveAs(account, {
      locale,
      colorScheme: oneOf(random, ['light', 'dark']),
      viewport: { width: oneOf(random, [1280, 320]), height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await visitor.context.newPage();
    const isMirrored = random() < 0.2;
    const options = { address: desk.address, title: WENT_WRONG[locale], isMirrored, seen };
    const walker = new Walker(n, random, visitor, page, options);
    walker.steps.push(`${role}, ${locale}, ${page.viewportSize()!.width} px${isMirrored ? ', mirrored' : ''}`);
    return [walker, visitor, startOf(random, role, conversations)];
  };

  const walk = async (n: number): Promise<Fault[]> => {
    const random = randomOf(SEED + n);
    const preparing = desked.then(() => prepared(n, random));
    desked = preparing.catch(() => undefined);
    const [walker, visitor, start] = await preparing;
    try {
      await walker.begin(start);
      for (let step = 0; step < STEPS && walker.faults.length < 5; step++) await walker.step();
    } catch (error) {
      walker.fault(String(error));
    }
    looks += walker.looks;
    steps += walker.steps.length;
    await visitor.leave();
    return walker.faults;
  };

  it('show no barrier, error, violated policy, blank screen or refused reading', async () => {
    const faults: Fault[] = [];
    let begun = 0;
    const walkers = Array.from({ length: BESIDE }, async () => {
      for (let n = begun++; n < WALKS; n = begun++) {
        const found = await walk(n);
        faults.push(...found);
        for (const fault of found) process.stdout.write(`${JSON.stringify(fault)}\n`);
      }
    });
    await Promise.all(walkers);
    process.stdout.write(
      `console walks: n=${WALKS} SEED=${SEED} ${steps} steps, ${seen.size} screens, axe ${looks} times, ${faults.length} faults\n`,
    );
    expect(faults).toEqual([]);
    expect(looks).toBeGreaterThanOrEqual(WALKS);
  }, 7_200_000);
});

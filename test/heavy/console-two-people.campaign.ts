import { isDeepStrictEqual } from 'node:util';
import { type Random, randomOf } from '../../bench/support/random';
import { campaignOf } from './campaign';
import { comesTo } from './console/comes-to';
import { InboxDesk } from './console/inbox-desk';
import { actionOf, pictureOfService, type Picture, type SentReply, Writer } from './console/writer';
import { CHROMIUM, picture, type Visitor } from './visitor/browser';

if (!CHROMIUM) console.log('Skipped: the console is tested in Chromium, which is not installed here.');

const PAIRS = Number(process.env['PAIRS'] ?? campaignOf(1_000));
const SEED = Number(process.env['SEED'] ?? 20_261_128);
/** Pairs in one conversation: its messages fit one page of the list. */
const IN_ONE = 10;
/** Conversations at a time, each with two people. */
const BESIDE = 2;
/** What the console takes for the time in which a reader can know a message, less what clocks round. */
const READ_MS = 980;

(CHROMIUM ? describe : describe.skip)(`two people in one conversation (SEED=${SEED}, PAIRS=${PAIRS})`, () => {
  let desk: InboxDesk;
  let visitors: [Visitor, Visitor];
  beforeAll(async () => {
    desk = await InboxDesk.open();
    await desk.begin();
    for (const [name, color] of Object.entries({ Urgent: '#aa0000', Refund: '#00aa00' }))
      await desk.call('POST', '/labels', { name, color });
    const colleague = await desk.colleague('Eli Noor');
    visitors = [await desk.arrive(), await desk.arriveAs(colleague.account)];
    for (const token of [desk.owner, colleague.token]) {
      const body = { console: { afterClose: 'list' } };
      await desk.parley.call('PATCH', '/account/preferences', { token: token.secret, body });
    }
  });
  afterAll(async () => {
    for (const visitor of visitors) await visitor.leave();
    await desk.close();
  });

  const counts = new Map<string, number>();
  const tally = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);
  const wrong: unknown[] = [];
  /** At once: a page that does not open later would end the run before its last line. */
  const report = (what: object): void => {
    wrong.push(what);
    if (wrong.length <= 5) process.stdout.write(`${JSON.stringify(what, null, 1)}\n`);
  };

  /** Those that wait are sent, so that they can be edited. */
  const dispatch = async (id: string): Promise<void> => {
    await desk.parley.database.query(
      `UPDATE replies SET dispatch_after_at = clock_timestamp() WHERE workspace_id = $1 AND status = 'queued'
       AND message_id IN (SELECT id FROM messages WHERE workspace_id = $1 AND conversation_id = $2)`,
      [desk.workspace.id, id],
    );
    await desk.parley.drain();
  };

  /** Both screens show what the service has. */
  const settled = async (people: Writer[], id: string): Promise<Picture[]> => {
    for (const person of people) await person.attend();
    return comesTo(
      async () => [await pictureOfService(desk, id), ...(await Promise.all(people.map((one) => one.picture())))],
      (pictures) => pictures.every((one) => isDeepStrictEqual(one, pictures[0])),
    );
  };

  /** A reply was only taken if its author could know every message of others before it, or sent it anyway. */
  const unseen = (
    { messages }: Picture,
    { id, seenUpToMessageId, shown, at }: SentReply,
    opened: Set<string>,
  ): unknown[] => {
    const ids = messages.map(([one]) => one);
    if (seenUpToMessageId === null) return [];
    const between = ids.slice(ids.indexOf(seenUpToMessageId) + 1, ids.indexOf(id!));
    // Notes are no answer, and a reply may have been undone before this one was sent.
    const harmless = new Set(
      messages.filter(([, , state]) => state === null || state === 'undone').map(([one]) => one),
    );
    const passedOver = between.filter((one) => !harmless.has(one));
    const isEarly = !opened.has(seenUpToMessageId) && !(at - (shown[seenUpToMessageId] ?? at) >= READ_MS);
    return [...passedOver, ...(isEarly ? [`${seenUpToMessageId} had only just come`] : [])];
  };

  const conversation = async (n: number, pairs: number): Promise<void> => {
    const random: Random = randomOf(SEED + n);
    const id = await desk.customer(`Ann ${n}`);
    const people = [
      await Writer.sitDown(desk, 'Ada', visitors[0], id, randomOf(SEED + n + 0.25)),
      await Writer.sitDown(desk, 'Eli', visitors[1], id, randomOf(SEED + n + 0.5)),
    ] as const;
    const opened = new Set((await pictureOfService(desk, id)).messages.map(([one]) => one));
    for (let pair = 0; pair < pairs; pair++) {
      const actions = [actionOf(random), actionOf(random)] as const;
      const pause = random() * 300;
      await Promise.all([
        people[0].act(actions[0]),
        people[1].page.waitForTimeout(pause).then(() => people[1].act(actions[1])),
      ]);
      for (const action of actions) tally(action);
      if (random() < 0.3) await dispatch(id);
      const pictures = await settled([...people], id);
      if (!pictures.every((one) => isDeepStrictEqual(one, pictures[0]))) {
        report({ n, pair, actions, pictures });
        for (const [at, one] of people.entries()) await picture(one.page, `two-people-${n}-${pair}-${at}`);
      }
    }
    const end = await pictureOfService(desk, id);
    for (const { name, sent, anyways, done, missed, page } of people) {
      tally('done', done);
      tally('missed', missed);
      for (const reply of sent) {
        tally(`answered ${reply.status}`);
        if (reply.status !== 201) continue;
        if (reply.seenUpToMessageId === null) tally('sent anyway');
        const kept = end.messages.filter(([one]) => one === reply.id);
        if (kept.length !== 1) report({ n, name, lost: reply });
        const passed = unseen(end, reply, ownOf(sent, opened));
        if (passed.length > 0) report({ n, name, reply, passed, end });
      }
      const blind = sent.filter(({ status, seenUpToMessageId }) => status === 201 && seenUpToMessageId === null);
      if (blind.length > anyways) report({ n, name, anyways, blind });
      await page.close();
    }
    const replies = people.flatMap(({ sent }) => sent.filter(({ status }) => status === 201));
    if (end.messages.filter(([, , state]) => state !== null).length !== replies.length) report({ n, end, replies });
  };

  it('end with what the service has, lose no reply and send none that passes over a newer message', async () => {
    const all = Math.ceil(PAIRS / IN_ONE);
    let begun = 0;
    const desks = Array.from({ length: BESIDE }, async () => {
      for (let n = begun++; n < all; n = begun++) await conversation(n, Math.min(IN_ONE, PAIRS - n * IN_ONE));
    });
    await Promise.all(desks);
    process.stdout.write(
      `console two people: n=${PAIRS} SEED=${SEED} ${JSON.stringify(Object.fromEntries([...counts].sort()))}, ${wrong.length} wrong\n`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(visitors.flatMap(({ problems }) => problems)).toEqual([]);
    // Where one was first, the other has nothing left to press; if that is so too often, nothing is tested.
    expect(counts.get('missed') ?? 0).toBeLessThan((counts.get('done') ?? 0) / 5);
    expect(counts.get('answered 409') ?? 0).toBeGreaterThan(0);
  }, 7_200_000);
});

/** What an author knows without reading: the messages with which the page opened, and their own. */
function ownOf(sent: readonly SentReply[], opened: ReadonlySet<string>): Set<string> {
  return new Set([...opened, ...sent.flatMap(({ id }) => id ?? [])]);
}

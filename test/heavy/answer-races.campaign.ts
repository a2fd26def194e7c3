import { existsSync } from 'node:fs';
import { oneOf, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { InboxDesk, type InboxMember } from '../factories/inbox-fixtures';
import { aKey } from '../factories/key';
import { call, type Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const RACES = Number(process.env['RACES'] ?? campaignOf(10_000));
/** The same races every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_129);
const CONVERSATIONS = 20;
const FAKETIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;
/** One of the two processes is behind the other, as machines of a cluster are. */
const BEHIND: Record<string, string> = existsSync(FAKETIME)
  ? { LD_PRELOAD: FAKETIME, FAKETIME: '-2s', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
  : {};
if (!existsSync(FAKETIME)) console.log('The clocks of both processes are the same: libfaketime is not installed.');

interface Item {
  id: string;
  role: 'customer' | 'agent' | 'human' | 'system';
  content: string;
}

/** A try of a member to answer, after reading up to `seen`; null: sent anyway. */
interface Answer {
  content: string;
  seen: string | null;
  reply: Reply;
}

/** Two members and a customer write at the same moment; the members answer only what they have read, or send anyway. */
describe(`two members who answer one conversation, on two processes (SEED=${SEED}, RACES=${RACES})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  let desk: InboxDesk;
  let members: [InboxMember, InboxMember];
  let key: string;
  let ids: string[];
  let services: SpawnedService[] = [];

  beforeAll(async () => {
    parley = await startParley();
    // Messages are written under the lock of their conversation, so this order is the true one, whatever ids and times say.
    await parley.database.query(`
      CREATE SCHEMA truth;
      CREATE TABLE truth.order_of_writing (id uuid PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY);
      CREATE FUNCTION truth.note_order() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO truth.order_of_writing (id) VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER note_order AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION truth.note_order()`);
    desk = await InboxDesk.open(parley, { undoSendSeconds: 0 });
    members = [desk.author, await desk.member()];
    ({ secret: key } = await aKey(parley, desk.workspace));
    const begun = Array.from({ length: CONVERSATIONS }, () =>
      aConversation(parley, desk.agent, { key: { secret: key } }),
    );
    ids = (await Promise.all(begun)).map(({ id }) => id);
    const settings = { DATABASE_URL: parley.databaseUrl };
    services = await Promise.all([SpawnedService.start(settings), SpawnedService.start({ ...settings, ...BEHIND })]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await parley.stop();
  });

  const send = (method: string, path: string, token: string, body?: object): Promise<Reply> =>
    call(`${oneOf(random, services).url}/workspaces/${desk.workspace.id}${path}`, method, {
      token,
      ...(body && { body }),
    });
  const answers = new Map<string, Answer[]>();
  const counts = new Map<string, number>();
  const tally = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const wrong: unknown[] = [];

  /** Answers once; after a refusal, reads again and answers what is new, or sends anyway. */
  const answer = async (id: string, { secret }: InboxMember, name: string, firstSeen: string): Promise<void> => {
    let seen: string | null = firstSeen;
    for (let round = 0; round < 5; round++) {
      const content = `${name}, round ${round}`;
      const body = { content, ...(seen !== null && { seenUpToMessageId: seen }) };
      const reply = await send('POST', `/inbox/${id}/messages`, secret, body);
      answers.get(id)!.push({ content, seen, reply });
      tally(`${reply.status}${seen === null ? ' anyway' : ''}`);
      if (reply.status === 201) return;
      seen = random() < 0.2 ? null : (newestIn(reply) ?? seen);
    }
  };
  const newestIn = ({ body }: Reply): string | undefined => body.details?.[0]?.messages?.at(-1)?.id;

  const race = async (n: number): Promise<void> => {
    const id = ids[n % CONVERSATIONS]!;
    const { body } = await send('GET', `/inbox/${id}/messages?limit=1`, members[0].secret);
    const seen = body.messages[0].id as string;
    const customer = (): Promise<Reply> =>
      send('POST', `/agents/${desk.agent.id}/chat`, key, { message: `Customer ${n}`, conversationId: id });
    await Promise.all([
      answer(id, members[0], `Ada ${n}`, seen),
      answer(id, members[1], `Eli ${n}`, seen),
      ...(random() < 0.5 ? [customer()] : []),
    ]);
  };

  /** All of a conversation, in the order in which it was written. */
  const itemsOf = (id: string): Promise<Item[]> =>
    parley.database.query(
      `SELECT m.id, m.role, m.content FROM messages m JOIN truth.order_of_writing o ON o.id = m.id
       WHERE m.conversation_id = $1 ORDER BY o.place`,
      [id],
    );

  it('lose no reply, and send none against a message that its author has not read', async () => {
    for (const id of ids) answers.set(id, []);
    // Races of one conversation are one after the other, and those of the others beside them.
    await Promise.all(
      ids.map(async (_id, first) => {
        for (let n = first; n < RACES; n += CONVERSATIONS) await race(n);
      }),
    );
    for (const id of ids) {
      const items = await itemsOf(id);
      const byWriting = items.map((item) => item.id);
      if ([...byWriting].sort().join() !== byWriting.join()) wrong.push({ id, unordered: byWriting.slice(0, 20) });
      for (const { content, seen, reply } of answers.get(id)!) {
        const kept = items.filter((item) => item.content === content);
        if (kept.length !== (reply.status === 201 ? 1 : 0)) wrong.push({ content, status: reply.status, kept });
        if (reply.status !== 201) {
          if (reply.body.code !== 'newer_messages') wrong.push({ content, refused: reply.text });
          continue;
        }
        if (seen === null) continue;
        const between = items.slice(byWriting.indexOf(seen) + 1, byWriting.indexOf(reply.body.id));
        const unread = between.filter(({ role }) => role === 'customer' || role === 'human');
        if (unread.length > 0) wrong.push({ content, seen, unread });
      }
    }
    process.stdout.write(
      `answer races: n=${RACES} SEED=${SEED} ${JSON.stringify(Object.fromEntries([...counts].sort()))}, ${wrong.length} wrong\n`,
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(counts.get('201') ?? 0).toBeGreaterThan(RACES / 2);
    expect(counts.get('409') ?? 0).toBeGreaterThan(RACES / 4);
  }, 3_600_000);
});

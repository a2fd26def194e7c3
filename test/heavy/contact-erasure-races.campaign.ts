import { aContact } from '../factories/contact';
import { anErasure } from '../factories/erasure';
import { anImport } from '../factories/import';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { anAgent } from '../factories/agent';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';

const SEED = Number(process.env['SEED'] ?? 4711);
const STEPS = Number(process.env['STEPS'] ?? 1500);
const WORKERS = 12;
const PEOPLE = 8;

/** Everything that is known of the erased ones has this in it; what the others leave behind has the other. */
const GONE = 'zqxword';
const OTHER_WORD = 'ywvword';

/** Marsaglia's xorshift32: the same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

describe('eraseContact among turns and changes', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let agentIds: string[];
  const below = random(SEED);
  const conversations = new Map<string, string[]>();
  const outcomes = new Map<string, number>();

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
    agentIds = [desk.agent.id, (await anAgent(parley, desk.workspace, desk.admin)).id];
  });
  afterAll(() => parley.stop());

  const path = (rest: string): string => `/workspaces/${desk.workspace.id}${rest}`;
  const call = (method: string, rest: string, body?: object): Promise<Reply> =>
    parley.call(method, path(rest), { token: desk.admin.secret, ...(body && { body }) });
  const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;

  const idsOf = async (word: string): Promise<string[]> => {
    const rows = await parley.database.query<{ id: string }[]>(
      `SELECT DISTINCT id FROM (
         SELECT id, search_text AS text FROM contacts
         UNION ALL SELECT contact_id, subject FROM conversations WHERE contact_id IS NOT NULL
       ) p WHERE strpos(text, $1) > 0`,
      [word],
    );
    return rows.map(({ id }) => id).sort();
  };

  /** A turn on either agent: by a new person, by a known person, or in an existing conversation. */
  async function turn(word: string): Promise<Reply> {
    const agentId = pick(agentIds);
    const n = below(PEOPLE);
    const user = {
      externalId: `${word}-${n}`,
      ...(below(2) && { name: `${word} Lee` }),
      // Some of them share an address, and some of those are contacts that have nothing else.
      ...(below(2) && { email: `${word}-${below(PEOPLE)}@example.com` }),
    };
    const known = conversations.get(word + agentId) ?? [];
    const goesOn = known.length > 0 && below(2) === 1;
    const body = {
      message: pick(['How do I reset my password?', 'Do penguins fly?', 'human please', 'How can I pay?']) + ` ${word}`,
      ...(goesOn ? { conversationId: pick(known) } : {}),
      ...(!goesOn || below(2) ? { user } : {}),
      ...(below(2) && { requestId: `${word}-${below(1_000_000_000)}` }),
    };
    const reply = await parley.call('POST', path(`/agents/${agentId}/chat`), { token: desk.key.secret, body });
    if (reply.status === 200) {
      conversations.set(
        word + agentId,
        [...(conversations.get(word + agentId) ?? []), reply.body.conversationId].slice(-4),
      );
    }
    return reply;
  }

  const steps: Record<string, (word: string) => Promise<Reply | null>> = {
    turn,
    another: turn,
    third: turn,
    create: (word) => call('POST', '/contacts', { name: word, email: `${word}-${below(PEOPLE)}@example.com` }),
    change: async (word) => {
      const ids = await idsOf(word);
      return ids.length === 0 ? null : call('PATCH', `/contacts/${pick(ids)}`, { company: `${word} ${below(99)}` });
    },
    remove: async (word) => {
      const ids = await idsOf(word);
      return ids.length === 0 || below(4) ? null : call('DELETE', `/contacts/${pick(ids)}`);
    },
    erase: async () => {
      const ids = await idsOf(GONE);
      return ids.length === 0 ? null : anErasure(parley, desk.workspace, desk.admin, pick(ids));
    },
    import: async (word) => {
      const rows = Array.from(
        { length: 5 },
        () => `${word}-${below(PEOPLE)},${word},${word}-${below(PEOPLE)}@example.com`,
      );
      await anImport(parley, desk.workspace, desk.admin, `externalId,name,email\n${rows.join('\n')}\n`);
      await parley.drain();
      return null;
    },
    index: async () => {
      await indexContacts(parley, desk.workspace);
      return null;
    },
  };

  async function worker(): Promise<void> {
    while (left-- > 0) {
      const step = pick(Object.keys(steps));
      const reply = await steps[step]!(pick([GONE, GONE, OTHER_WORD]));
      if (!reply) continue;
      const code = (reply.body as { code?: string }).code ?? reply.status;
      outcomes.set(`${step} ${code}`, (outcomes.get(`${step} ${code}`) ?? 0) + 1);
      expect([step, reply.status < 500, reply.text]).toEqual([step, true, expect.anything()]);
    }
  }
  let left = STEPS;

  it(`${STEPS} steps of ${WORKERS} at once: no failure, nothing left of the erased, all of the others (seed ${SEED})`, async () => {
    await aContact(parley, desk.workspace, desk.admin, { name: OTHER_WORD, externalId: `${OTHER_WORD}-0` });
    await Promise.all(Array.from({ length: WORKERS }, worker));
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...outcomes].sort()))}\n`);

    for (const id of await idsOf(GONE)) {
      expect(await anErasure(parley, desk.workspace, desk.admin, id)).toMatchObject({ status: 200 });
    }
    expect(await idsOf(GONE)).toEqual([]);
    for (const trace of [GONE, ',zqx,', ',qxw,']) expect([trace, await tablesWith(parley, trace)]).toEqual([trace, []]);
    const left = await tablesWith(parley, OTHER_WORD);
    expect(left).toEqual(expect.arrayContaining(['contacts', 'conversations', 'messages', 'chat_turns']));

    for (const agentId of agentIds) {
      const [counted] = await parley.database.query<object[]>(
        `SELECT count(*)::int AS "conversationCount",
           coalesce(sum((SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)), 0)::int AS "messageCount",
           coalesce((
             SELECT round(avg((disposition_code IN ('resolved', 'answered_by_agent'))::integer), 4)
             FROM support_requests r WHERE r.agent_id = $1 AND r.state = 'ended'
           ), 0)::float AS "resolvedRate"
         FROM conversations c WHERE agent_id = $1`,
        [agentId],
      );
      expect((await call('GET', `/agents/${agentId}`)).body).toMatchObject(counted!);
    }
    expect(outcomes.get('erase 200')).toBeGreaterThan(20);
  }, 240_000);
});

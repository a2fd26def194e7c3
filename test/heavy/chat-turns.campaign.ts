import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { call, type Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const TURNS = Number(process.env['TURNS'] ?? campaignOf(10_000));
const REQUEST_IDS = Number(process.env['REQUEST_IDS'] ?? campaignOf(500));
const AT_ONCE = 100;
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** A small generator (mulberry32), so that a run can be had again by its seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('chat turns on two processes', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let processes: SpawnedService[];

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
    const settings = { DATABASE_URL: parley.databaseUrl, RUN_WORKER: 'no' };
    processes = await Promise.all([SpawnedService.start(settings), SpawnedService.start(settings)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((service) => service.stop()));
    await parley.stop();
  });

  it(`${TURNS} turns over ${REQUEST_IDS} request ids: one turn, one customer message, one reply each`, async () => {
    const next = random(SEED);
    const pick = (n: number): number => Math.floor(next() * n);
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
    const send = (requestId: string, message: string): Promise<Reply> =>
      call(`${processes[pick(2)]?.url}${path}`, 'POST', { token: desk.key.secret, body: { message, requestId } });
    const bodies = new Map<string, Set<string>>();
    const counts = { answered: 0, replayed: 0, inProgress: 0, reused: 0 };

    const one = async (turn: number): Promise<void> => {
      const id = `race-${turn % REQUEST_IDS}`;
      // Which of the two bodies comes first decides; the other is refused from then on.
      const message = next() < 0.05 ? 'What does the Team plan cost?' : 'How do I reset my password?';
      const reply = await send(id, message);
      if (reply.status === 200) {
        bodies.set(id, (bodies.get(id) ?? new Set()).add(`${message} ${reply.text}`));
        counts[reply.headers.get('idempotency-replayed') ? 'replayed' : 'answered'] += 1;
      } else {
        expect(reply.status).toBe(409);
        expect(['idempotency_key_reused', 'request_in_progress']).toContain(reply.body.code);
        counts[reply.body.code === 'idempotency_key_reused' ? 'reused' : 'inProgress'] += 1;
      }
    };

    // Each request id's turns arrive together: the queue is ordered by id, and AT_ONCE are under way.
    const queue = Array.from({ length: TURNS }, (_, turn) => turn).sort(
      (a, b) => (a % REQUEST_IDS) - (b % REQUEST_IDS) || a - b,
    );
    let position = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let turn = queue[position++]; turn !== undefined; turn = queue[position++]) await one(turn);
      }),
    );
    process.stdout.write(`chat turn race: n=${TURNS} ids=${REQUEST_IDS} seed=${SEED} ${JSON.stringify(counts)}\n`);

    expect(counts.answered).toBe(REQUEST_IDS);
    expect([...bodies.values()].filter((texts) => texts.size !== 1)).toEqual([]);
    const [rows] = await parley.database.query<[Record<string, number>]>(`
      SELECT (SELECT count(*)::int FROM chat_turns) AS turns,
             (SELECT count(DISTINCT request_id)::int FROM chat_turns WHERE state = 'completed') AS completed,
             (SELECT count(*)::int FROM messages WHERE role = 'customer') AS questions,
             (SELECT count(*)::int FROM messages WHERE role = 'agent') AS replies,
             (SELECT count(*)::int FROM conversations) AS conversations`);
    expect(rows).toEqual({
      turns: REQUEST_IDS,
      completed: REQUEST_IDS,
      questions: REQUEST_IDS,
      replies: REQUEST_IDS,
      conversations: REQUEST_IDS,
    });
  });
});

import { ContactImporting } from '../../src/contacts/import/worker/contact-importing';
import { MailDelivery } from '../../src/common/mail/mail-delivery';
import { DomainChecks } from '../../src/domains/domain-checks';
import { InboundMailWork } from '../../src/email/inbound/inbound-mail-work';
import { SourceFetching } from '../../src/sources/fetching/source-fetching';
import { PassageEmbedding } from '../../src/retrieval/semantic/passage-embedding';
import { SourceIndexing } from '../../src/sources/source-indexing';
import { KnowledgeTesting } from '../../src/knowledge-tests/knowledge-testing';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMail, handOver, MAIL_SETTINGS, replyAddressOf } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { NO_WORKSPACE, Turns } from '../../src/common/jobs/turns';
import { nextTurn } from '../../src/common/jobs/turns.sql';
import { InFlight } from '../../src/common/jobs/in-flight';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  await parley.database.query(`
    CREATE TABLE turns (of uuid, id int, due_at timestamptz DEFAULT now() - interval '1 minute', held boolean DEFAULT false)`);
  await parley.database.query('CREATE INDEX turns_of ON turns (of, due_at) WHERE NOT held');
  await parley.database.query('CREATE INDEX turns_due ON turns (due_at) WHERE NOT held');
});
beforeEach(() => parley.database.query('TRUNCATE turns'));
afterAll(async () => {
  await parley.database.query('DROP TABLE turns');
  await parley.stop();
});

const [ANN, BEN, CLEO] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`) as [
  string,
  string,
  string,
];
const RULE = { table: 'turns t', of: 'of', waiting: 'NOT held', due: 'due_at <= now()', since: 'due_at' };
const turns = (first?: string): Turns => new Turns(parley.get(UnitOfWork), { ...RULE, ...(first ? { first } : {}) });
const wait = (of: string, count: number, due = `now() - interval '1 minute'`): Promise<unknown> =>
  parley.database.query(`INSERT INTO turns SELECT $1, n, ${due} FROM generate_series(1, $2::int) n`, [of, count]);
const claim = async (of: string): Promise<string | null> => {
  const [rows] = await parley.database.query<[{ of: string }[]]>(
    `UPDATE turns SET held = true WHERE ctid = (
       SELECT ctid FROM turns WHERE of = $1 AND NOT held AND due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING of`,
    [of],
  );
  return rows[0]?.of ?? null;
};
async function taken(from: Turns, count: number, inFlight?: InFlight): Promise<(string | null)[]> {
  const order: (string | null)[] = [];
  for (let n = 0; n < count; n += 1) order.push(await from.take(claim, inFlight));
  return order;
}

describe('turns', () => {
  it('go round, however much of one workspace waits and however long', async () => {
    await wait(BEN, 5, `now() - interval '1 day'`);
    await wait(ANN, 2);
    await wait(CLEO, 1);
    const from = turns();
    expect(await taken(from, 9)).toEqual([ANN, BEN, CLEO, ANN, BEN, BEN, BEN, BEN, null]);
    await wait(ANN, 1);
    expect(await taken(from, 2)).toEqual([ANN, null]);
  });

  it('pass over what is not due', async () => {
    await wait(ANN, 2, `now() + interval '1 hour'`);
    await wait(BEN, 1);
    await wait(CLEO, 1, `now() + interval '1 hour'`);
    expect(await taken(turns(), 2)).toEqual([BEN, null]);
  });

  it('come to those first who have nothing under way, then the fewest, and leave one place to others', async () => {
    await wait(ANN, 9);
    const [inFlight, from] = [new InFlight(4), turns()];
    const ends: (() => void)[] = [];
    const begin = async (): Promise<string | null> => {
      const of = await from.take(claim, inFlight);
      if (of) inFlight.add(new Promise((resolve) => ends.push(resolve)), of);
      return of;
    };
    expect([await begin(), await begin(), await begin(), await begin()]).toEqual([ANN, ANN, ANN, null]);
    expect(inFlight.roomAgain).not.toBeNull();
    await wait(BEN, 2);
    expect([await begin(), inFlight.isFull]).toEqual([BEN, true]);
    ends[0]!();
    await inFlight.roomAgain;
    // Ann has two, Ben has one.
    expect(await begin()).toBe(BEN);
    for (const end of ends) end();
    await inFlight.settled();
    expect(inFlight.roomAgain).toBeNull();
  });

  it('begin with people, once: what a workspace sends is not before them, and they are not before it for ever', async () => {
    await wait(ANN, 2);
    await wait(NO_WORKSPACE, 3);
    const [inFlight, from] = [new InFlight(4), turns(NO_WORKSPACE)];
    const begin = async (): Promise<string | null> => {
      const of = await from.take(claim, inFlight);
      if (of) inFlight.add(new Promise(() => {}), of);
      return of;
    };
    expect([await begin(), await begin(), await begin(), await begin()]).toEqual([
      NO_WORKSPACE,
      ANN,
      expect.any(String),
      expect.any(String),
    ]);
  });

  it('go on to another where what was due has just been taken', async () => {
    await wait(ANN, 1);
    await wait(BEN, 1);
    const raced = async (of: string): Promise<string | null> => (of === ANN ? null : claim(of));
    expect(await turns().take(raced)).toBe(BEN);
  });

  it('are given to several processes at once without a row being taken twice', async () => {
    for (const whose of [ANN, BEN, CLEO]) await wait(whose, 20);
    const worker = async (): Promise<number> => {
      const from = turns();
      let count = 0;
      while ((await from.take(claim)) !== null) count += 1;
      return count;
    };
    const counts = await Promise.all(Array.from({ length: 4 }, worker));
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
  });

  it('cost no more where many rows of one workspace wait', async () => {
    await wait(ANN, 50_000);
    await wait(BEN, 1);
    await parley.database.query('ANALYZE turns');
    const ids = (of: readonly string[]): string => `'{${of.join()}}'::uuid[]`;
    // The workspace whose turn was last, those with work in progress, and those that may have more. In the last case
    // none is due.
    for (const [last, having, roomFor] of [
      [ANN, [], []],
      [CLEO, [ANN], []],
      [CLEO, [ANN, BEN], [BEN]],
      [CLEO, [ANN, BEN, CLEO], [CLEO]],
    ] as const) {
      const sql = nextTurn(RULE)
        .replaceAll('$1::uuid', `'${last}'::uuid`)
        .replaceAll('$2::uuid[]', ids(having))
        .replaceAll('$3::uuid[]', ids(roomFor));
      const rows = await parley.database.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const [, hits = '0'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
      expect([plan.includes('Seq Scan'), Number(hits) < 200]).toEqual([false, true]);
    }
  });
});

describe('an email', () => {
  it('takes the turn of the workspace that its address belongs to, and of none where it has no such address', async () => {
    const desk = await MailDesk.of(parley);
    const { id } = await desk.begun();
    const turnOf = async (recipient: string[]): Promise<string> => {
      const { body } = await handOver(parley, aMail({ from: person() }), { recipient });
      const [row] = await desk.rows('SELECT turn_of FROM inbound_mails WHERE id = $1', body.inboundMailId);
      return row.turn_of as string;
    };
    expect(await turnOf([desk.intake])).toBe(desk.workspace.id);
    expect(await turnOf([replyAddressOf(parley, id)])).toBe(desk.workspace.id);
    expect(await turnOf(['stranger@example.com'])).toBe(NO_WORKSPACE);
    await parley.drain();
  });
});

describe('each queue', () => {
  let desks: HelpDesk[];
  beforeAll(async () => {
    desks = [await aHelpDesk(parley), await aHelpDesk(parley)];
    await parley.drain();
  });

  /** Rows of the first workspace that have waited for long, and then one of the second: `$1` workspace, `$2` agent. */
  const queues: readonly [string, string, () => Promise<{ workspaceId?: string; turnOf?: string } | null>][] = [
    [
      'sources',
      `INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, size_bytes, status)
       VALUES ($1, $2, gen_random_uuid(), 'text', 'a', 1, 'queued')`,
      () => parley.get(SourceIndexing).queue.claim(),
    ],
    [
      'fetches',
      `INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, url, size_bytes, status, to_fetch)
       VALUES ($1, $2, gen_random_uuid(), 'url', 'a', 'http://127.0.0.1:1/', 1, 'queued', true)`,
      () => parley.get(SourceFetching).queue.claim(),
    ],
    [
      'embeddings',
      `WITH made AS (
         INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, size_bytes, status)
         VALUES ($1, $2, gen_random_uuid(), 'text', 'a', 1, 'ready') RETURNING workspace_id, agent_id, id
       ) INSERT INTO knowledge_embedding_jobs (workspace_id, agent_id, source_id) SELECT * FROM made`,
      () => parley.get(PassageEmbedding).queue.claim(),
    ],
    [
      'imports',
      `INSERT INTO contact_imports (workspace_id, id, member_id, status, format, columns, due_at)
       VALUES ($1, gen_random_uuid(), $2, 'queued', 'csv', '{email}', now() - interval '1 second')`,
      () => parley.get(ContactImporting).queue.claim(),
    ],
    [
      'knowledge tests',
      `INSERT INTO knowledge_tests (workspace_id, agent_id, id, member_id, status, questions)
       VALUES ($1, $2, gen_random_uuid(), $2, 'queued', '[]')`,
      () => parley.get(KnowledgeTesting).queue.claim(),
    ],
    [
      'domains',
      `INSERT INTO custom_domains (workspace_id, agent_id, id, domain, status, ownership_token, waiting_since, due_at, created_at)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid() || '.example', 'pending_dns', 'token', now(), now(), now())`,
      () => parley.get(DomainChecks).queue.claim(),
    ],
    [
      'emails',
      `INSERT INTO inbound_mails (id, due_at, turn_of, target_kind, target_id)
       VALUES (gen_random_uuid(), now(), $1, 'intake', $2)`,
      () => parley.get(InboundMailWork).queue.claim(),
    ],
    [
      'the outbox',
      `INSERT INTO mail_outbox (id, status, turn_of, about) VALUES (gen_random_uuid(), 'queued', $1, $2)`,
      () => parley.get(MailDelivery).queue.claim(),
    ],
  ];

  it.each(queues)('%s: a workspace with one row comes after one row of the other', async (_name, insert, claim) => {
    const [many, one] = desks as [HelpDesk, HelpDesk];
    for (const { workspace, agent } of [many, many, many, many, one]) {
      await parley.database.query(insert, [workspace.id, agent.id]);
    }
    const order = [];
    for (let n = 0; n < 2; n += 1) {
      const claimed = await claim();
      order.push(claimed?.workspaceId ?? claimed?.turnOf);
    }
    expect(order.sort()).toEqual([many.workspace.id, one.workspace.id].sort());
  });
});

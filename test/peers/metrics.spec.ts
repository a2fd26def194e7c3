import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import { Queues } from '../../src/common/jobs/queues';
import { MetricsService } from '../../src/metrics/metrics.service';
import { anAccount } from '../factories/account';
import { aWorkspace } from '../factories/workspace';
import { aHelpDesk } from '../factories/help-desk-fixtures';
import { DatabaseProxy } from '../support/database/database-proxy';
import { type Parley, startParley } from '../support/parley';
import { growth, Scrape } from '../support/scrape';

const REQUESTS = 'parley_http_request_duration_seconds_count';

/** Background tasks, and the queues in which their work waits. */
const QUEUES_OF_TASKS: Record<string, string[]> = {
  'agent-purge': ['agent_deletions'],
  'audit-retention': [],
  // Its delay is parley_audit_unsealed_seconds.
  'audit-sealing': [],
  'contact-importing': ['contact_imports'],
  // Each workspace that asks for it is indexed when its turn comes, and rows have no time at which they are due.
  'contact-indexing': [],
  'delivery-dispatch': ['deliveries'],
  'delivery-recovery': ['deliveries'],
  'domain-checks': ['domain_checks'],
  'embedding-comparison': [],
  'event-deliveries': ['event_deliveries'],
  // Rows that are about to be deleted are not a queue.
  'awaited-files': [],
  'expired-rows': [],
  'file-objects': [],
  'file-work': ['files'],
  'inbound-mail': ['inbound_mails'],
  'knowledge-testing': ['knowledge_tests'],
  'mail-delivery': ['mails'],
  'notification-mails': ['notification_mails'],
  'passage-embedding': ['embeddings'],
  'push-notifications': ['notification_pushes'],
  'reply-dispatch': ['replies'],
  'reply-recovery': ['replies'],
  'resend-fetching': ['inbound_mail_events'],
  // Only after an upgrade of Node's time zones. Expired rows are not a queue either.
  retention: [],
  'sla-recalculation': [],
  'sla-sweep': ['sla_clocks'],
  'source-fetching': ['source_fetching'],
  'source-indexing': ['source_indexing'],
  'support-resumption': ['support_resumptions'],
  'visitor-mailing': ['visitor_mails'],
  'webhook-deliveries': ['webhook_deliveries'],
  'webhook-waking': [],
  'widget-reply-dispatch': ['replies'],
};

describe('metrics', () => {
  let parley: Parley;
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    parley = await startParley({
      settings: { MANAGEMENT_PORT: '0', LIMIT_LIST_PER_USER: '3' },
      through: async (databaseUrl) => (proxy = await DatabaseProxy.before(databaseUrl)).url,
    });
    parley.get(MetricsService).freshMs = 0;
  });
  afterAll(async () => {
    await parley.stop();
    await proxy.close();
  });

  it('count requests by operation and class of status, and refusals by the limit', async () => {
    const account = await anAccount(parley);
    const workspace = await aWorkspace(parley, account);
    const more = await growth(parley, async () => {
      for (let call = 0; call < 3; call += 1)
        await parley.call('GET', '/account-credentials', { cookie: account.cookie });
      expect((await parley.call('GET', '/account-credentials', { cookie: account.cookie })).status).toBe(429);
      await parley.call('GET', `/workspaces/${workspace.id}x`, { cookie: account.cookie });
      for (const path of ['nowhere', 'else/where']) {
        expect((await fetch(`${parley.url}/api/v1/${path}`)).status).toBe(404);
      }
    });
    expect(more(REQUESTS, { operation: 'listAccountCredentials', status: '2xx' })).toBe(3);
    expect(more(REQUESTS, { operation: 'listAccountCredentials', status: '4xx' })).toBe(1);
    expect(more(REQUESTS, { operation: 'getWorkspace', status: '4xx' })).toBe(1);
    expect(more(REQUESTS, { operation: 'none', status: '4xx' })).toBe(2);
    expect(
      more('parley_http_request_duration_seconds_sum', { operation: 'listAccountCredentials', status: '2xx' }),
    ).toBeGreaterThan(0);
    expect(more('parley_limit_refusals_total', { limit: 'LIMIT_LIST_PER_USER' })).toBe(1);
  });

  it('count chat turns by outcome', async () => {
    const desk = await aHelpDesk(parley);
    const more = await growth(parley, async () => {
      await desk.chat({ message: 'How do I reset my password?' });
      for (const message of ['Do penguins live in Antarctica?', 'Which galaxy is the largest?'])
        await desk.chat({ message });
    });
    expect(more('parley_chat_turns_total', { outcome: 'answered', fallback: 'false' })).toBe(1);
    expect(more('parley_chat_turns_total', { outcome: 'no_answer', fallback: 'false' })).toBe(2);
    expect(more('parley_chat_turns_total', { outcome: 'handed_off', fallback: 'false' })).toBe(0);
  });

  describe('of the queues', () => {
    beforeEach(() => parley.database.query('TRUNCATE mail_outbox'));

    const states = async (queue: string): Promise<Record<string, (number | null)[]>> => {
      const scrape = await Scrape.of(parley);
      const of = (state: string): (number | null)[] =>
        ['entries', 'oldest_seconds'].map((name) => scrape.value(`parley_queue_${name}`, { queue, state }));
      return Object.fromEntries(['waiting', 'later', 'working', 'abandoned'].map((state) => [state, of(state)]));
    };

    it('tell the entries by state, and since when the oldest one is there', async () => {
      expect(await states('mails')).toEqual({
        waiting: [0, 0],
        later: [0, null],
        working: [0, null],
        abandoned: [0, 0],
      });
      await parley.database.query(`
        INSERT INTO mail_outbox (id, status, due_at, lease_ends_at) SELECT gen_random_uuid(), v.* FROM (VALUES
          ('queued', now() - interval '2 hours', NULL), ('queued', now() - interval '1 hour', NULL),
          ('queued', now() + interval '1 hour', NULL), ('sending', now(), now() + interval '1 hour'),
          ('sending', now(), now() - interval '3 hours'), ('sent', now(), NULL)) AS v`);
      const { waiting, later, working, abandoned } = await states('mails');
      expect([waiting![0], later, working, abandoned![0]]).toEqual([2, [1, null], [1, null], 1]);
      expect(Math.floor(waiting![1]! / 3_600)).toBe(2);
      expect(Math.floor(abandoned![1]! / 3_600)).toBe(3);
    });

    it('look at nothing but what an index finds, and up to a bound', async () => {
      const plan = await parley.database.transaction(async (manager) => {
        await manager.query('SET LOCAL enable_seqscan = off');
        return manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${parley.get(Queues).statement}`);
      });
      const lines = plan.map((row) => row['QUERY PLAN']);
      expect(lines.filter((line) => line.includes('Index')).length).toBeGreaterThan(20);
      expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([]);
    });

    it('are there for every background task that has one, and on the page about metrics', async () => {
      const tasks = parley.get(BackgroundRunner)['tasks'].map(({ name }) => name);
      expect(Object.keys(QUEUES_OF_TASKS).sort()).toEqual([...new Set(tasks)].sort());
      const queues = Object.values(QUEUES_OF_TASKS).flat();
      // Other suites of this process have features that have a queue.
      const shown = (await Scrape.of(parley)).values('queue').filter((queue) => queue !== 'greetings');
      expect([...new Set(shown)].sort()).toEqual([...new Set(queues)].sort());
      const page = readFileSync('docs/metrics.md', 'utf8');
      expect(queues.filter((queue) => !page.includes(`\n| \`${queue}\``))).toEqual([]);
    });

    it('ask the database once, however many scrape, and not again for a while', async () => {
      const statements = await parley.statementsOf(() => Promise.all([1, 2, 3].map(() => Scrape.of(parley))));
      expect(statements.map((sql) => /^SELECT '|FROM migrations/.exec(sql)?.[0]).sort()).toEqual([
        'FROM migrations',
        "SELECT '",
      ]);
      parley.get(MetricsService).freshMs = 3_600_000;
      expect(await parley.statementsOf(() => Scrape.of(parley))).toEqual([]);
      parley.get(MetricsService).freshMs = 0;
    });

    it.each([['refusing'], [{ sqlState: '57P03' }]] as const)(
      'are not there while the database is %p, and the rest is',
      async (condition) => {
        await proxy.become(condition);
        const away = await Scrape.of(parley);
        await proxy.become('working');
        expect([away.value('parley_queue_up'), away.value('parley_ready')]).toEqual([0, 0]);
        expect(away.text).not.toMatch(/^parley_queue_(entries|oldest_seconds)\{/m);
        expect([...away.families.keys()]).toEqual(
          expect.arrayContaining([
            'parley_http_request_duration_seconds',
            'parley_pool_size',
            'process_cpu_seconds_total',
          ]),
        );
        const back = await Scrape.of(parley);
        expect([back.value('parley_queue_up'), back.value('parley_ready')]).toEqual([1, 1]);
        expect(back.value('parley_queue_entries', { queue: 'mails', state: 'waiting' })).toBe(0);
      },
    );
  });

  it('show the connections of each pool', async () => {
    const runner = parley.database.createQueryRunner();
    await runner.startTransaction();
    const scrape = await Scrape.of(parley);
    await runner.rollbackTransaction();
    await runner.release();
    expect(scrape.value('parley_pool_size', { pool: 'requests' })).toBe(parley.settings.values.DATABASE_POOL_SIZE);
    expect(scrape.value('parley_pool_connections', { pool: 'background', state: 'busy' })).toBe(1);
    for (const pool of ['requests', 'background', 'search', 'side'])
      expect(scrape.value('parley_pool_waiting', { pool })).toBe(0);
  });

  it('show the event loop, the memory and the garbage collector', async () => {
    const { families } = await Scrape.of(parley);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'nodejs_gc_duration_seconds',
    ])
      expect(families.has(name)).toBe(true);
  });

  it('have labels with names of the program alone', async () => {
    const { text } = await Scrape.of(parley);
    const own = text
      .split('\n')
      .filter((line) => line.startsWith('parley_'))
      .join('\n');
    expect(own).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|nowhere|127\.0\.0\.1|localhost|\/api/);
  });

  it('are what promtool has no complaint about', async () => {
    const { text } = await Scrape.of(parley);
    const { error, stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    if (error) return console.warn('promtool is not installed: the form of the metrics is not checked by it');
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
  });
});

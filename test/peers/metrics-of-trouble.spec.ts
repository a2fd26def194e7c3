import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
import { ContactImporting } from '../../src/contacts/import/worker/contact-importing';
import { DomainChecks } from '../../src/domains/domain-checks';
import { InboundMailWork } from '../../src/email/inbound/inbound-mail-work';
import { EmbeddingJobsRepository } from '../../src/retrieval/semantic/embedding-jobs.repository';
import { PassageEmbedding } from '../../src/retrieval/semantic/passage-embedding';
import { SourceIndexing } from '../../src/sources/source-indexing';
import { KnowledgeTesting } from '../../src/knowledge-tests/knowledge-testing';
import { MetricsService } from '../../src/metrics/metrics.service';
import { expressionsOf, expressionsOfAlerts, groupedBy, readDashboard, selectedBy } from '../support/dashboard';
import { fallbackRead } from '../support/fallback-read';
import { growth } from '../support/scrape';
import { Trouble } from '../support/trouble';

describe('metrics of what goes wrong', () => {
  let trouble: Trouble;
  beforeAll(async () => (trouble = await Trouble.start()));
  afterAll(() => trouble.stop());

  const grown = (work: () => Promise<unknown>): ReturnType<typeof growth> => growth(trouble.parley, work);
  /** Columns have milliseconds: what is due now may be due half of one later. */
  const roundedUp = (): Promise<void> => pause(2);
  const value = async (name: string, labels?: Record<string, string>): Promise<number | null> =>
    (await trouble.scrape()).value(name, labels);

  it('count attempts to send an email by what it is and what came of that', async () => {
    const send = async (to: string): Promise<void> => {
      await trouble.parley.get(MailOutbox).enqueue({ to: `${to}@example.com`, subject: 'Hello', text: 'Hello' });
      await trouble.parley.drain();
    };
    const attempts = (more: (name: string, labels: Record<string, string>) => number, kind: string): number[] =>
      ['sent', 'refused', 'uncertain'].map((outcome) => more('parley_mail_attempts_total', { kind, outcome }));
    const mails = await grown(async () => {
      await send('ada');
      await send('refuse-recipient');
      await send('break-after-message');
    });
    expect([attempts(mails, 'service'), attempts(mails, 'reply')]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    expect(attempts(await grown(() => trouble.refusedReplies(2)), 'reply')).toEqual([0, 2, 0]);
  });

  it('count leases of processes that have died', async () => {
    const more = await grown(() => trouble.deadProcesses());
    const queues = ['mails', 'source_fetching', 'source_indexing', 'inbound_mails', 'embeddings'];
    expect(queues.map((queue) => more('parley_lease_takeovers_total', { queue }))).toEqual([3, 1, 1, 1, 0]);
    expect(more('parley_mail_attempts_total', { kind: 'service', outcome: 'uncertain' })).toBe(3);
  });

  it('count no lease that was given back', async () => {
    const { parley } = trouble;
    const [mails, sources] = [parley.get(InboundMailWork).queue, parley.get(SourceIndexing).queue];
    await trouble.waitingSource();
    await parley.database.query('INSERT INTO inbound_mails (id, due_at) VALUES (gen_random_uuid(), now())');
    await roundedUp();
    const due = async (): Promise<void> => {
      await parley.database.query(`UPDATE inbound_mails SET due_at = now() WHERE due_at IS NOT NULL`);
      await parley.database.query(`UPDATE knowledge_sources SET lease_ends_at = now() WHERE lease_ends_at IS NOT NULL`);
      await roundedUp();
    };
    const claimTwice = (giveBack: boolean): Promise<unknown> =>
      grown(async () => {
        const [mail, source] = [await mails.claim(), await sources.claim()];
        if (giveBack) await Promise.all([mails.postpone(mail!, 10), sources.postpone(source!, 10)]);
        await due();
        await Promise.all([mails.claim(), sources.claim()]);
      }).then((more) =>
        ['inbound_mails', 'source_indexing'].map((queue) => more('parley_lease_takeovers_total', { queue })),
      );
    expect(await claimTwice(true)).toEqual([0, 0]);
    await due();
    // The second claim of before, and the first one here.
    expect(await claimTwice(false)).toEqual([2, 2]);
    await due();
    await parley.drain();
  });

  it('count the same of the other queues', async () => {
    const { parley } = trouble;
    const [embeddings, imports] = [parley.get(PassageEmbedding).queue, parley.get(ContactImporting).queue];
    const [tests, domains] = [parley.get(KnowledgeTesting).queue, parley.get(DomainChecks).queue];
    const queues = ['embeddings', 'contact_imports', 'knowledge_tests', 'domain_checks', 'replies'];
    const counted = async (work: () => Promise<unknown>): Promise<number[]> => {
      const more = await grown(work);
      return queues.map((queue) => more('parley_lease_takeovers_total', { queue }));
    };
    await trouble.abandonedJobs();
    const dead = await counted(async () => {
      const [embedding, contacts, test] = [await embeddings.claim(), await imports.claim(), await tests.claim()];
      await domains.claim();
      await Promise.all([
        embeddings.postpone(embedding!, 0),
        imports.postpone(contacts!, 10),
        tests.postpone(test!, 10),
      ]);
    });
    expect(dead).toEqual([1, 1, 1, 1, 0]);
    await trouble.abandonedJobsDue();
    const released = await counted(async () => {
      const [embedding, contacts, test] = [await embeddings.claim(), await imports.claim(), await tests.claim()];
      await Promise.all([
        parley.get(EmbeddingJobsRepository).postpone(embedding!, 0),
        imports.release(contacts!),
        tests.release(test!),
      ]);
      await roundedUp();
      expect([await embeddings.claim(), await imports.claim(), await tests.claim()]).not.toContain(null);
    });
    expect(released).toEqual([0, 0, 0, 0, 0]);
    await trouble.removeAbandonedJobs();
    expect(await counted(() => trouble.abandonedReply())).toEqual([0, 0, 0, 0, 1]);
  });

  it('show the replies that wait for a member to record their outcome', async () => {
    const uncertain = { queue: 'replies', state: 'uncertain' };
    const quarantined = { queue: 'inbound_mails', state: 'quarantined' };
    const entries = async (): Promise<(number | null)[]> => {
      const scrape = await trouble.scrape();
      return [uncertain, quarantined].map((labels) => scrape.value('parley_queue_entries', labels));
    };
    const before = await entries();
    const remedies = [await trouble.uncertainReply(), await trouble.quarantinedMail()];
    expect(await entries()).toEqual(before.map((number) => number! + 1));
    for (const remedy of remedies) await remedy();
    expect(await entries()).toEqual(before);
  });

  it('show since when the oldest entry waits that is due', async () => {
    const remedies = [await trouble.waitingMail(), await trouble.waitingSource(), await trouble.lateClock()];
    const age = async (queue: string): Promise<number> =>
      Math.floor((await value('parley_queue_oldest_seconds', { queue, state: 'waiting' }))! / 100);
    const ages = await Promise.all(['mails', 'source_indexing', 'sla_clocks'].map(age));
    expect(ages).toEqual([36, 108, 10]);
    for (const remedy of remedies) await remedy();
    expect(await Promise.all(['mails', 'source_indexing', 'sla_clocks'].map(age))).toEqual([0, 0, 0]);
  });

  it('count messages to push services by the class of the answer', async () => {
    const more = await grown(() => trouble.failingPushes(2));
    const results = ['accepted', 'vapid_rejected', 'network'].map((name) =>
      more('parley_push_results_total', { class: name }),
    );
    expect(results).toEqual([1, 2, 0]);
  });

  it('count turns that the built-in model answered because the model server failed', async () => {
    const more = await grown(() => trouble.failingModel(2));
    expect(
      ['true', 'false'].map((fallback) => more('parley_chat_turns_total', { outcome: 'answered', fallback })),
    ).toEqual([2, 1]);
  });

  it('measure how long work waits for a connection to the database', async () => {
    const more = await grown(() => trouble.waitingCalls(0.3));
    const waits = (le: string): number => more('parley_pool_wait_seconds_bucket', { pool: 'requests', le });
    // Two of eight calls have a connection each, the others wait until these have what they need.
    expect(waits('+Inf') - waits('0.1')).toBeGreaterThanOrEqual(6);
    expect(more('parley_pool_wait_seconds_sum', { pool: 'requests' })).toBeGreaterThan(6 * 0.2);
  });

  it('show that the event loop stood still', async () => {
    await trouble.scrape();
    await trouble.busyLoop(300);
    expect(await value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.25);
  });

  it('count calls that no limit could count', async () => {
    const more = await grown(() => trouble.failingCalls());
    expect(more('parley_limit_store_failures_total', {})).toBeGreaterThanOrEqual(5);
    expect(more('parley_http_request_duration_seconds_count', { operation: 'listAgents', status: '5xx' })).toBe(5);
  });

  it('count what only a former SECRET_KEY reads', async () => {
    const more = await grown(async () => fallbackRead('trouble'));
    expect(more('parley_secret_key_fallback_reads_total', { purpose: 'trouble' })).toBe(1);
  });

  it('show that background work hangs', async () => {
    const remedy = trouble.hangingWork();
    expect(await value('parley_live')).toBe(0);
    await remedy();
    expect(await value('parley_live')).toBe(1);
  });

  it('are there in time while the database does not answer, and say so', async () => {
    trouble.parley.get(MetricsService).patienceMs = 200;
    const remedy = await trouble.withoutDatabase('hanging');
    const began = performance.now();
    const away = await trouble.scrape();
    // Without a bound of its own it would be the five seconds after which a connection is given up, or the nine of a statement.
    expect(performance.now() - began).toBeLessThan(2_000);
    expect([away.value('parley_queue_up'), away.value('parley_ready'), away.value('parley_live')]).toEqual([0, 0, 1]);
    expect(away.text).not.toMatch(/^parley_queue_(entries|oldest_seconds)\{/m);
    expect(away.value('parley_pool_size', { pool: 'requests' })).toBe(2);
    await remedy();
    expect(await value('parley_queue_up')).toBe(1);
  });

  // The last one: each sample has been caused above.
  describe('have every name, label and value that is read', () => {
    const OF_PROMETHEUS = ['instance', 'job', 'namespace'];
    let samples: { name: string; labels: Record<string, string> }[];
    beforeAll(async () => {
      await trouble.refusedCall();
      ({ samples } = await trouble.scrape());
    });

    it.each([
      ['by the dashboard', expressionsOf(readDashboard())],
      ['by alerts', expressionsOfAlerts()],
    ])('%s', (_by, expressions) => {
      const unknown = expressions.flatMap((expr) => {
        const selected = selectedBy(expr);
        const missing = selected.filter(
          ({ name, matchers }) =>
            !samples.some(
              (sample) =>
                sample.name === name &&
                matchers.every(
                  ({ label, operator, value: wanted }) =>
                    OF_PROMETHEUS.includes(label) ||
                    (label in sample.labels &&
                      new RegExp(`^(?:${wanted})$`).test(sample.labels[label]!) === operator.startsWith('=')),
                ),
            ),
        );
        const labels = new Set(
          samples
            .filter(({ name }) => selected.some((one) => one.name === name))
            .flatMap((sample) => Object.keys(sample.labels)),
        );
        const strange = groupedBy(expr).filter((label) => !labels.has(label) && !OF_PROMETHEUS.includes(label));
        return [...missing, ...strange];
      });
      expect(unknown).toEqual([]);
    });

    it('by docs/metrics.md, and no other', async () => {
      const [...rows] = readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(parley_\w+)` +\| (\w+) /gm);
      const families = [...(await trouble.scrape()).families].filter(([name]) => name.startsWith('parley_'));
      expect(rows.map(([, name, type]) => [name, type]).sort()).toEqual(families.sort());
    });
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import { ReplyDispatch } from '../../src/inbox/replies/reply-dispatch';
import { MetricsService } from '../../src/metrics/metrics.service';
import { anAccount } from '../factories/account';
import { aDevice } from '../factories/device';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { InboxDesk } from '../factories/inbox-fixtures';
import { aMail, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { aPush } from '../factories/push';
import { SupportDesk } from '../factories/support-fixtures';
import { type Condition, DatabaseProxy } from './database/database-proxy';
import { ModelServer } from './model-server';
import { type Parley, startParley } from './parley';
import { LentRedis } from './lent-redis';
import { PushService } from './push-service';
import { Scrape } from './scrape';
import { TestSmtpServer } from './smtp-server';

/** Puts right what was wrong. */
export type Remedy = () => Promise<unknown>;

/** A service with all that it talks to, for which things go wrong as a test wants it. */
export class Trouble {
  private constructor(
    readonly parley: Parley,
    private readonly proxy: DatabaseProxy,
    private readonly smtp: TestSmtpServer,
    private readonly model: ModelServer,
    private readonly push: PushService,
    private readonly desk: HelpDesk,
    readonly redis: LentRedis | null,
  ) {}

  static async start(): Promise<Trouble> {
    const model = new ModelServer();
    const [smtp, push, MODEL_BASE_URL] = await Promise.all([
      TestSmtpServer.start(),
      PushService.start(),
      model.start(),
    ]);
    let proxy!: DatabaseProxy;
    const parley = await startParley({
      settings: {
        ...MAIL_SETTINGS,
        MANAGEMENT_PORT: '0',
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MODEL_BASE_URL,
        MODEL_DEFAULT: 'house-model',
        FETCH_ALLOWED_HOSTS: '127.0.0.1',
        DATABASE_POOL_SIZE: '2',
        LIMIT_CAPABILITIES_PER_ADDRESS: '1000',
        LIMIT_LIST_PER_USER: '1',
      },
      through: async (databaseUrl) => (proxy = await DatabaseProxy.before(databaseUrl)).url,
    });
    Object.assign(parley.get(MetricsService), { freshMs: 0 });
    model.says({
      answer: 'Go to Settings.',
      quotes: [{ passage: 1, quote: 'open Settings and choose Reset password.' }],
    });
    const desk = await aHelpDesk(parley);
    return new Trouble(parley, proxy, smtp, model, push, desk, await LentRedis.start());
  }

  async stop(): Promise<void> {
    await this.parley.stop();
    await Promise.all([this.proxy.close(), this.smtp.stop(), this.push.stop()]);
    this.model.stop();
    await this.redis?.stop();
  }

  scrape(): Promise<Scrape> {
    return Scrape.of(this.parley);
  }

  /** Nothing comes through to the database. */
  async withoutDatabase(condition: Exclude<Condition, 'working'>): Promise<Remedy> {
    await this.proxy.become(condition);
    return async () => {
      // What hangs is cut off.
      await this.proxy.become('refusing');
      await this.proxy.become('working');
      while ((await this.scrape()).value('parley_ready') !== 1);
    };
  }

  /** Calls of which none gets what it needs from the database. */
  async failingCalls(): Promise<void> {
    const { admin, workspace } = this.desk;
    const remedy = await this.withoutDatabase('refusing');
    for (let call = 0; call < 5; call += 1) {
      const { status } = await this.parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: admin.secret });
      expect(status).toBe(503);
      expect((await this.parley.call('GET', '/capabilities')).status).toBe(200);
    }
    await remedy();
  }

  async workingCalls(number = 5): Promise<void> {
    const { admin, workspace } = this.desk;
    for (let call = 0; call < number; call += 1)
      await this.parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: admin.secret });
  }

  /** One call of a caller beyond the limit. */
  async refusedCall(): Promise<void> {
    const list = (): Promise<{ status: number }> =>
      this.parley.call('GET', '/account-credentials', { token: this.desk.admin.secret });
    expect((await list()).status).toBe(200);
    expect((await list()).status).toBe(429);
  }

  /** More calls than there are connections, each of which waits for a lock in the database. */
  async waitingCalls(seconds: number): Promise<void> {
    const { admin, workspace } = this.desk;
    const client = new Client({ connectionString: this.parley.databaseUrl });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE');
    const calls = Array.from({ length: 8 }, () =>
      this.parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: admin.secret }),
    );
    await client.query('SELECT pg_sleep($1)', [seconds]);
    await client.query('ROLLBACK');
    await client.end();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }

  /** Something computes for so long that nothing else goes on. */
  async busyLoop(milliseconds: number): Promise<void> {
    // What measures the loop has its turn before and after.
    await pause(20);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    await pause(20);
  }

  /** As if background work had been at one piece for longer than any takes. */
  hangingWork(): Remedy {
    const stuck = jest.spyOn(this.parley.get(BackgroundRunner), 'stuck', 'get').mockReturnValue(['mail-delivery']);
    return () => Promise.resolve(stuck.mockRestore());
  }

  /** No worker processes the queue of emails, in which one has waited for an hour. */
  async waitingMail(): Promise<Remedy> {
    await this.parley.database.query(
      `INSERT INTO mail_outbox (id, status, due_at) VALUES (gen_random_uuid(), 'queued', now() - interval '1 hour')`,
    );
    return () => this.parley.database.query(`DELETE FROM mail_outbox WHERE status = 'queued'`);
  }

  /** The same of sources. */
  async waitingSource(): Promise<Remedy> {
    const { workspace, agent, admin } = this.desk;
    const body = { type: 'text', name: 'Late', content: 'It is late.' };
    const path = `/workspaces/${workspace.id}/agents/${agent.id}/sources`;
    expect((await this.parley.call('POST', path, { token: admin.secret, body })).status).toBe(202);
    await this.parley.database.query(
      `UPDATE knowledge_sources SET due_at = now() - interval '3 hours' WHERE workspace_id = $1 AND status = 'queued'`,
      [workspace.id],
    );
    return () => this.parley.drain();
  }

  /** Processes have died while they held emails, sources and others, one of each. */
  async deadProcesses(): Promise<void> {
    const { workspace, agent } = this.desk;
    const lost = `now() - interval '1 second'`;
    const run = (sql: string, parameters: unknown[] = []): Promise<unknown> =>
      this.parley.database.query(sql, parameters);
    await run(
      `INSERT INTO mail_outbox (id, status, lease_ends_at, handing_over_at, attempts)
       SELECT gen_random_uuid(), 'sending', ${lost}, now(), 1 FROM generate_series(1, 3)`,
    );
    const source = `INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, url, size_bytes, is_held, lease_ends_at,`;
    await run(
      `${source} status, to_fetch) VALUES ($1, $2, gen_random_uuid(), 'url', 'a', 'http://127.0.0.1:1/', 1, true, ${lost}, 'fetching', true)`,
      [workspace.id, agent.id],
    );
    await run(
      `${source} status) VALUES ($1, $2, gen_random_uuid(), 'text', 'b', NULL, 1, true, ${lost}, 'processing')`,
      [workspace.id, agent.id],
    );
    await run(`INSERT INTO inbound_mails (id, due_at, is_held, attempts) VALUES (gen_random_uuid(), ${lost}, true, 1)`);
    await this.parley.drain();
    // Nothing can be made of a mail without bytes.
    await run('DELETE FROM inbound_mails WHERE size_bytes = 0');
  }

  /** Embeddings, an import, a test and a domain of which a process was said to work on each, and has died. */
  async abandonedJobs(): Promise<void> {
    const { workspace, agent } = this.desk;
    const lost = `now() - interval '1 second'`;
    for (const sql of [
      `INSERT INTO knowledge_embedding_jobs (workspace_id, agent_id, source_id, due_at, is_held)
       SELECT workspace_id, agent_id, id, ${lost}, true FROM knowledge_sources
       WHERE workspace_id = $1 AND agent_id = $2 AND status = 'ready' LIMIT 1
       ON CONFLICT (workspace_id, agent_id, source_id) DO UPDATE SET due_at = ${lost}, is_held = true`,
      `INSERT INTO contact_imports (workspace_id, id, member_id, status, format, columns, due_at, is_held)
       SELECT $1, gen_random_uuid(), $2, 'running', 'csv', '{email}', ${lost}, true`,
      `INSERT INTO knowledge_tests (workspace_id, agent_id, id, member_id, status, questions, due_at, is_held)
       SELECT $1, $2, gen_random_uuid(), $2, 'running', '[]', ${lost}, true`,
      `INSERT INTO custom_domains (workspace_id, agent_id, id, domain, status, ownership_token, waiting_since, due_at,
         lease_ends_at, created_at)
       SELECT $1, $2, gen_random_uuid(), 'help.shop.example', 'pending_dns', 'token', now(), ${lost}, ${lost}, now()`,
    ])
      await this.parley.database.query(sql, [workspace.id, agent.id]);
  }

  /** They are due, in any state. */
  async abandonedJobsDue(): Promise<void> {
    for (const table of ['knowledge_embedding_jobs', 'contact_imports', 'knowledge_tests'])
      await this.parley.database.query(`UPDATE ${table} SET due_at = now() - interval '1 ms' WHERE due_at IS NOT NULL`);
  }

  async removeAbandonedJobs(): Promise<void> {
    for (const table of ['knowledge_embedding_jobs', 'contact_imports', 'knowledge_tests', 'custom_domains'])
      await this.parley.database.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [this.desk.workspace.id]);
  }

  /** A process has died while it sent a reply. */
  async abandonedReply(): Promise<void> {
    const desk = await InboxDesk.open(this.parley);
    const { id } = (await desk.reply()).body;
    await desk.letPass(id);
    expect(await this.parley.get(ReplyDispatch).queues.widget.claim()).not.toBeNull();
    await desk.letLeaseEnd(id);
    await this.parley.drain();
  }

  /** The mail server closes the connection when it has the mail, so that the outcome is unknown. */
  async uncertainReply(): Promise<Remedy> {
    const desk = await InboxDesk.open(this.parley, { email: 'break-after-message@example.com' });
    const { id } = (await desk.reply({ channel: 'email' })).body;
    const { lifecycleStatus, lifecycleVersion } = (await desk.dispatched(id)).body.message;
    expect(lifecycleStatus).toBe('uncertain');
    return async () => expect((await desk.settle(id, lifecycleVersion)).status).toBe(200);
  }

  /** Email to addresses that the mail server does not take. */
  async refusedReplies(number: number): Promise<void> {
    const desk = await InboxDesk.open(this.parley, { email: 'refuse-recipient@example.com' });
    for (let reply = 0; reply < number; reply += 1) {
      const { id } = (await desk.reply({ channel: 'email' })).body;
      expect((await desk.dispatched(id)).body.message.lifecycleStatus).toBe('failed');
    }
  }

  async quarantinedMail(): Promise<Remedy> {
    const desk = await MailDesk.of(this.parley);
    const mail = aMail({ from: 'Shop <no-reply@shop.example>', subject: 'Offers' });
    expect(await takeIn(this.parley, mail, { recipient: desk.intake })).toMatchObject({ outcome: 'quarantined' });
    const path = `/workspaces/${desk.workspace.id}/quarantined-mail`;
    const { mails } = (await this.parley.call('GET', path, { token: desk.admin.secret })).body;
    return async () => {
      const { status } = await this.parley.call('POST', `${path}/${mails[0].id}/replay`, { token: desk.admin.secret });
      expect(status).toBe(202);
      await this.parley.drain();
    };
  }

  /** A target has been missed for five minutes and was at risk for 1,020 seconds, without a sweep. */
  async lateClock(): Promise<Remedy> {
    const desk = await SupportDesk.open(this.parley);
    await desk.policy({ first_response: 3_600 });
    await desk.request();
    await desk.letPass(3_900);
    return () => this.parley.drain();
  }

  /** So many devices whose push service takes nothing from us any more, and one that gets its message. */
  async failingPushes(failing: number): Promise<void> {
    const account = await anAccount(this.parley);
    for (let device = 0; device <= failing; device += 1)
      await aDevice(this.parley, account, this.push.subscribe(device < failing ? 403 : 201), `Device ${device}`);
    await aPush(this.parley, account, {
      title: 'Ada Lovelace',
      body: 'Where is my parcel?',
      navigate: 'https://parley.example/inbox/1',
      tag: 'conversation 1',
      lang: 'en',
      dir: 'ltr',
      event: 'customerReply',
      expiresAt: new Date(Date.now() + 60_000),
    });
  }

  /** The model server fails as often, and the built-in model answers. */
  async failingModel(turns: number): Promise<void> {
    this.model.misbehave = (_asked, response) => void response.writeHead(500).end();
    for (let turn = 0; turn < turns; turn += 1) {
      const { body } = await this.desk.chat({ message: 'How do I reset my password?' });
      expect(body.fallback).not.toBeNull();
    }
    this.model.misbehave = null;
    expect((await this.desk.chat({ message: 'How do I reset my password?' })).body.fallback).toBeNull();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { HAS_SMTP_SINK, SmtpSink } from '../support/smtp-sink';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(100));
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const AT_ONCE = 4;
/** Longer than a mail server takes its time, so that every phase has its turn. */
const LONGEST_MS = 1_500;

/** As in smtp-sink(1). None refuses for good. */
const MODES: readonly (readonly string[])[] = [
  [],
  ...['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.'].map((command) => ['-W', `${command}:1`]),
  ['-q', 'RCPT'],
  ['-q', 'DATA'],
  ['-r', 'RCPT'],
  ['-A', '0'],
  ['-Q', '.'],
  ['-r', '.'],
  ['-q', '.'],
];

/** It keeps what it has refused, which is no arrival. */
const REFUSED_AT_THE_END = new Set(['-Q .', '-r .']);

if (!HAS_SMTP_SINK) console.log('Skipped for want of it: smtp-sink, of the package postfix.');

(HAS_SMTP_SINK ? describe : describe.skip)(
  `replies whose process is killed while it sends them to smtp-sink (SEED=${SEED}, KILLS=${KILLS})`,
  () => {
    const random = randomOf(SEED);
    let willing: SmtpSink;
    let parley: Parley;
    let service: SpawnedService | undefined;

    beforeAll(async () => {
      willing = await SmtpSink.start();
      parley = await startParley({ settings: { SMTP_URL: `smtp://127.0.0.1:${willing.port}` } });
    });
    afterAll(async () => {
      await service?.stop('SIGKILL');
      await parley.stop();
      await willing.stop();
    });

    const write = async (desk: InboxDesk, n: number): Promise<void> => {
      const email = `customer-${n}@example.com`;
      const { id } = await aConversation(parley, desk.agent, { user: { externalId: email, email } });
      const path = `/workspaces/${desk.workspace.id}/inbox/${id}/messages`;
      const body = { content: `${'x '.repeat(Math.floor(random() * 10_000))} end-of-${n}.`, channel: 'email' };
      const reply = await parley.call('POST', path, { token: desk.author.secret, body });
      if (reply.status !== 201) throw new Error(reply.text);
    };
    const update = (change: string, where: string): Promise<unknown> =>
      parley.database.query(`UPDATE replies SET ${change} WHERE ${where}`);

    it('reach the customer once, or are known to be uncertain', async () => {
      /** Of whole mails, by what they end with. */
      const arrivals = new Map<string, number>();
      const count = async (sink: SmtpSink): Promise<void> => {
        for (const mail of await sink.mails()) {
          const [end] = /end-of-\d+/.exec(mail) ?? [];
          if (end) arrivals.set(end, (arrivals.get(end) ?? 0) + 1);
        }
      };
      for (let kill = 0; kill < KILLS; kill++) {
        const mode = MODES[kill % MODES.length]!;
        const sink = await SmtpSink.start(...mode);
        const desk = await InboxDesk.open(parley, { undoSendSeconds: 60 });
        const settings = { DATABASE_URL: parley.databaseUrl, SMTP_URL: `smtp://127.0.0.1:${sink.port}` };
        service = await SpawnedService.start(settings);
        for (let n = 0; n < AT_ONCE; n++) await write(desk, kill * AT_ONCE + n);
        await update('dispatch_after_at = clock_timestamp()', `status = 'queued'`);
        await pause(oneOf(random, [0.1, 0.3, 1]) * random() * LONGEST_MS);
        await service.stop('SIGKILL');
        await update(`lease_ends_at = clock_timestamp() - interval '1 s'`, `status = 'sending'`);
        await parley.drain();
        // What was put off is not waited for.
        await update(`dispatch_after_at = clock_timestamp() - interval '1 s'`, `status = 'queued'`);
        await parley.drain();
        if (!REFUSED_AT_THE_END.has(mode.join(' '))) await count(sink);
        await sink.stop();
      }
      await count(willing);

      const replies = await parley.database.query<{ end: string; status: string; marked: boolean }[]>(
        `SELECT substring(content FROM 'end-of-\\d+') AS end, status, handing_over_at IS NOT NULL AS marked
         FROM replies JOIN messages ON messages.id = message_id`,
      );
      const times = ({ end }: { end: string }): number => arrivals.get(end) ?? 0;
      const uncertain = replies.filter(({ status }) => status === 'uncertain');
      process.stdout.write(
        `reply kills at smtp-sink: n=${KILLS} replies=${replies.length} SEED=${SEED}, ` +
          `sent ${replies.filter(({ status }) => status === 'sent').length}, uncertain ${uncertain.length}, ` +
          `twice ${replies.filter((reply) => times(reply) > 1).length}, ` +
          `lost ${replies.filter((reply) => reply.status === 'sent' && times(reply) === 0).length}\n`,
      );
      expect(replies).toHaveLength(KILLS * AT_ONCE);
      expect(replies.filter(({ status }) => status !== 'sent' && status !== 'uncertain')).toEqual([]);
      expect(replies.filter((reply) => times(reply) > 1)).toEqual([]);
      expect(replies.filter((reply) => reply.status === 'sent' && times(reply) !== 1)).toEqual([]);
      expect(uncertain.filter(({ marked }) => !marked)).toEqual([]);
    }, 3_600_000);
  },
);

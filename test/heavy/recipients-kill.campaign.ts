import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { InboxDesk } from '../factories/inbox-fixtures';
import { CountingMailServer, PHASES } from '../support/counting-mail-server';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(1_000, 50));
/** The same phases every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_128);
/** People of one email. */
const PEOPLE = 8;

interface Ended {
  messageId: string;
  address: string;
  status: string;
  wasHandedOver: boolean;
}

describe(`emails to several people whose process is killed between two of them (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let server: CountingMailServer;
  let parley: Parley;
  let service: SpawnedService | undefined;

  beforeAll(async () => {
    server = await CountingMailServer.start();
    parley = await startParley({ settings: { SMTP_URL: server.url } });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await parley.stop();
    await server.stop();
  });

  const write = async (desk: InboxDesk, kill: number): Promise<void> => {
    const people = Array.from({ length: PEOPLE }, (_, n) => `person-${kill}-${n}@example.com`);
    const named = { to: people.slice(0, 2), cc: people.slice(2, 5), bcc: people.slice(5) };
    const reply = await desk.reply({ channel: 'email', ...named });
    if (reply.status !== 201) throw new Error(reply.text);
  };
  const update = (table: string, change: string, where: string): Promise<unknown> =>
    parley.database.query(`UPDATE ${table} SET ${change} WHERE ${where}`);

  it('reach each person once, or are known to be uncertain', async () => {
    const started = Date.now();
    for (let kill = 0; kill < KILLS; kill++) {
      const desk = await InboxDesk.open(parley, { undoSendSeconds: 60 });
      service = await SpawnedService.start({ DATABASE_URL: parley.databaseUrl, SMTP_URL: server.url });
      await write(desk, kill);
      // The connection at which the process dies: every person and every phase has its turn.
      const dying = Math.floor(kill / PHASES.length) % PEOPLE;
      const phase = PHASES[kill % PHASES.length]!;
      const reached = new Promise<void>((resolve) => (server.onHeld = () => resolve()));
      let connection = 0;
      server.plan = () => (connection++ === dying ? phase : null);
      await update('replies', 'dispatch_after_at = clock_timestamp()', `status = 'queued'`);
      await reached;
      await pause(random() * 30);
      await service.stop('SIGKILL');
      server.plan = () => null;
      // What takes them up would wait for the lease otherwise.
      for (const table of ['replies', 'deliveries']) {
        await update(table, `lease_ends_at = clock_timestamp() - interval '1 s'`, `status = 'sending'`);
      }
      await parley.drain();
    }

    const ended = await parley.database.query<Ended[]>(`
      SELECT message_id AS "messageId", envelope ->> 'recipient' AS address, status,
        handing_over_at IS NOT NULL AS "wasHandedOver" FROM replies
      UNION ALL
      SELECT message_id, address, status, handing_over_at IS NOT NULL FROM deliveries`);
    const counts = new Map<string, number>();
    for (const { messageId, recipient } of server.arrived) {
      const key = `${messageId} ${recipient}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const arrivals = ({ messageId, address }: Ended): number =>
      counts.get(`<${messageId}.0@localhost> ${address}`) ?? 0;
    const having = (holds: (one: Ended) => boolean): number => ended.filter(holds).length;
    const uncertain = ended.filter(({ status }) => status === 'uncertain');
    process.stdout.write(
      `recipients kills: n=${KILLS} people=${ended.length} SEED=${SEED} ${Math.round((Date.now() - started) / 1_000)} s, ` +
        `sent ${having(({ status }) => status === 'sent')}, uncertain ${uncertain.length} of which arrived ` +
        `${uncertain.filter((one) => arrivals(one) > 0).length}, twice ${having((one) => arrivals(one) > 1)}, ` +
        `lost ${having((one) => one.status === 'sent' && arrivals(one) === 0)}\n`,
    );
    expect(ended).toHaveLength(KILLS * PEOPLE);
    expect(ended.filter(({ status }) => status !== 'sent' && status !== 'uncertain')).toEqual([]);
    expect(ended.filter((one) => arrivals(one) > 1)).toEqual([]);
    expect(ended.filter((one) => one.status === 'sent' && arrivals(one) !== 1)).toEqual([]);
    // At most the one to whom it was being sent, and that was written down before its first byte.
    expect(uncertain.length).toBeLessThanOrEqual(KILLS);
    expect(uncertain.filter(({ address, wasHandedOver }) => !wasHandedOver || !server.commands.has(address))).toEqual(
      [],
    );
    expect(server.arrived.filter(({ text }) => /^bcc:/im.test(text) || /person-\d+-[567]@/.test(text))).toEqual([]);
  }, 3_600_000);
});

import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { InboxDesk } from '../factories/inbox-fixtures';
import { CountingMailServer, PHASES, type Phase } from '../support/counting-mail-server';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf, goesOn } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(500));
/** The same phases every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
/** Replies that are being sent when the process dies: at most as many as it sends at once. */
const AT_ONCE = 4;

interface Ended {
  id: string;
  recipient: string;
  status: string;
  wasHandedOver: boolean;
}

describe(`replies whose process is killed while it sends them (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let server: CountingMailServer;
  let parley: Parley;
  let desk: InboxDesk;
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

  /** A reply in a conversation of its own, to an address of its own. */
  const write = async (n: number): Promise<string> => {
    const email = `customer-${n}@example.com`;
    const { id } = await aConversation(parley, desk.agent, { user: { externalId: email, email } });
    const path = `/workspaces/${desk.workspace.id}/inbox/${id}/messages`;
    const body = { content: `Reply ${n}. ${'x'.repeat(Math.floor(random() * 20_000))}`, channel: 'email' };
    const reply = await parley.call('POST', path, { token: desk.author.secret, body });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body.id as string;
  };
  const update = (change: string, where: string): Promise<unknown> =>
    parley.database.query(`UPDATE replies SET ${change} WHERE ${where}`);

  it('reach the customer once, or are known to be uncertain', async () => {
    const held = new Map<Phase, number>();
    const started = Date.now();
    let kills = 0;
    for (; goesOn(kills, KILLS, started); kills++) {
      desk = await InboxDesk.open(parley, { undoSendSeconds: 60 });
      service = await SpawnedService.start({ DATABASE_URL: parley.databaseUrl, SMTP_URL: server.url });
      for (let n = 0; n < AT_ONCE; n++) await write(kills * AT_ONCE + n);
      const reached = new Promise<void>((resolve) => {
        server.onHeld = (phase) => {
          held.set(phase, (held.get(phase) ?? 0) + 1);
          resolve();
        };
      });
      // Every phase has its turn as the one that the process comes to first.
      let next = 0;
      server.plan = () => (next++ === 0 ? PHASES[kills % PHASES.length]! : oneOf(random, [...PHASES, null]));
      await update('dispatch_after_at = clock_timestamp()', `status = 'queued'`);
      await reached;
      await pause(random() * 30);
      await service.stop('SIGKILL');
      server.plan = () => null;
      // What took it up would wait for the lease otherwise.
      await update(`lease_ends_at = clock_timestamp() - interval '1 s'`, `status = 'sending'`);
      await parley.drain();
    }

    const replies = await parley.database.query<Ended[]>(
      `SELECT message_id AS id, envelope ->> 'recipient' AS recipient, status, handing_over_at IS NOT NULL AS "wasHandedOver"
       FROM replies`,
    );
    const counts = server.counts();
    const arrivals = ({ id }: Ended): number => counts.get(`<${id}.0@localhost>`) ?? 0;
    const having = (holds: (reply: Ended) => boolean): number => replies.filter(holds).length;
    const uncertain = replies.filter(({ status }) => status === 'uncertain');
    const seconds = Math.round((Date.now() - started) / 1_000);
    process.stdout.write(
      `reply kills: n=${kills} replies=${replies.length} SEED=${SEED} ${seconds} s, held at ${JSON.stringify(Object.fromEntries(held))}, ` +
        `sent ${having(({ status }) => status === 'sent')}, uncertain ${uncertain.length} of which arrived ` +
        `${uncertain.filter((reply) => arrivals(reply) > 0).length}, twice ${having((reply) => arrivals(reply) > 1)}, ` +
        `lost ${having((reply) => reply.status === 'sent' && arrivals(reply) === 0)}\n`,
    );
    expect(replies).toHaveLength(kills * AT_ONCE);
    expect(replies.filter(({ status }) => status !== 'sent' && status !== 'uncertain')).toEqual([]);
    expect(replies.filter((reply) => arrivals(reply) > 1)).toEqual([]);
    expect(replies.filter((reply) => reply.status === 'sent' && arrivals(reply) !== 1)).toEqual([]);
    // Only where the server had asked for the text, and that was written down before its first byte.
    expect(
      uncertain.filter(({ recipient, wasHandedOver }) => !wasHandedOver || !server.commands.has(recipient)),
    ).toEqual([]);
  }, 3_600_000);
});

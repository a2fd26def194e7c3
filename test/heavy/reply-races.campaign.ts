import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { InboxDesk } from '../factories/inbox-fixtures';
import { call, type Reply } from '../support/call';
import { type ArrivedMail, CountingMailServer } from '../support/counting-mail-server';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const RACES = Number(process.env['RACES'] ?? campaignOf(10_000));
/** The same races every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const CONVERSATIONS = 40;
const KINDS = ['undo', 'undo', 'edit', 'edit', 'retry'] as const;
type Kind = (typeof KINDS)[number];

interface Raced {
  kind: Kind;
  id: string;
  answers: Reply[];
}

interface Ended {
  id: string;
  status: string;
  revision: number;
  content: string;
}

describe(`members and workers at the same reply, on two processes (SEED=${SEED}, RACES=${RACES})`, () => {
  const random = randomOf(SEED);
  let server: CountingMailServer;
  let parley: Parley;
  let desk: InboxDesk;
  let paths: string[];
  let services: SpawnedService[] = [];
  /** What a request takes on this machine, under this load. */
  let typicalMs = 50;

  beforeAll(async () => {
    server = await CountingMailServer.start();
    parley = await startParley();
    desk = await InboxDesk.open(parley, { undoSendSeconds: 60 });
    paths = [];
    for (let n = 0; n < CONVERSATIONS; n++) {
      const user = { externalId: `customer-${n}`, email: `customer-${n}@example.com` };
      const { id } = await aConversation(parley, desk.agent, { user });
      paths.push(`/workspaces/${desk.workspace.id}/inbox/${id}/messages`);
    }
    const settings = { DATABASE_URL: parley.databaseUrl, SMTP_URL: server.url };
    services = await Promise.all([SpawnedService.start(settings), SpawnedService.start(settings)]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await parley.stop();
    await server.stop();
  });

  const send = (method: string, path: string, body: object): Promise<Reply> =>
    call(`${oneOf(random, services).url}${path}`, method, { token: desk.author.secret, body });
  const change = (id: string, sql: string): Promise<unknown> =>
    parley.database.query(`UPDATE replies SET ${sql} WHERE workspace_id = $1 AND message_id = $2`, [
      desk.workspace.id,
      id,
    ]);

  const race = async (n: number): Promise<Raced> => {
    const [kind, path] = [oneOf(random, KINDS), paths[n % CONVERSATIONS]!];
    const written = await send('POST', path, { content: `Original ${n}`, channel: 'email' });
    if (written.status !== 201) throw new Error(written.text);
    const id = written.body.id as string;
    if (kind === 'retry') await change(id, `status = 'failed'`);
    // Due at about the time at which the member's request arrives, so that either comes first.
    const wait = Math.floor(random() * 2 * typicalMs);
    if (kind !== 'retry') await change(id, `dispatch_after_at = clock_timestamp() + interval '${wait} ms'`);
    const began = performance.now();
    const act = (): Promise<Reply> =>
      kind === 'edit'
        ? send('PATCH', `${path}/${id}`, { content: `Edited ${n}`, expectedVersion: 1 })
        : send('POST', `${path}/${id}/${kind}`, { expectedVersion: 1 });
    const answers = await Promise.all(kind === 'retry' ? [act(), act()] : [act()]);
    typicalMs = 0.95 * typicalMs + 0.05 * (performance.now() - began);
    return { kind, id, answers };
  };

  it('never both undo and send, send one whole revision, and send once what was retried twice', async () => {
    const races: Raced[] = [];
    let begun = 0;
    await Promise.all(
      Array.from({ length: CONVERSATIONS }, async () => {
        for (let n = begun++; n < RACES; n = begun++) races.push(await race(n));
      }),
    );
    const replies = new Map<string, Ended>();
    for (let under = RACES; under > 0; await pause(100)) {
      const rows = await parley.database.query<Ended[]>(
        `SELECT r.message_id AS id, r.status, r.revision_count AS revision, m.content
         FROM replies r JOIN messages m ON m.workspace_id = r.workspace_id AND m.id = r.message_id
         WHERE r.workspace_id = $1`,
        [desk.workspace.id],
      );
      for (const row of rows) replies.set(row.id, row);
      under = rows.filter(({ status }) => status === 'queued' || status === 'sending').length;
    }

    const mailsOf = new Map<string, ArrivedMail[]>();
    for (const mail of server.arrived) {
      const id = mail.messageId.slice(1, mail.messageId.indexOf('.'));
      mailsOf.set(id, [...(mailsOf.get(id) ?? []), mail]);
    }
    const counts = new Map<string, number>();
    const tally = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const wrong: unknown[] = [];
    for (const { kind, id, answers } of races) {
      const reply = replies.get(id)!;
      const mails = mailsOf.get(id) ?? [];
      const done = answers.filter(({ status }) => status === 200).length;
      const codes = answers.flatMap(({ body }) => (body.code ? [body.code as string] : []));
      tally(`${kind} ${done > 0 ? 'first' : 'late'}`);
      const right =
        mails.length === (kind === 'undo' && done === 1 ? 0 : 1) &&
        reply.status === (kind === 'undo' && done === 1 ? 'undone' : 'sent') &&
        mails.every(
          ({ messageId, text }) => messageId === `<${id}.${reply.revision}@localhost>` && text.endsWith(reply.content),
        ) &&
        reply.revision === (kind === 'edit' ? done : 0) &&
        codes.every((code) => ['version_conflict', 'undo_window_closed', 'message_not_editable'].includes(code)) &&
        (kind !== 'retry' || done === 1);
      if (!right) wrong.push({ kind, id, reply, mails, answers: answers.map(({ status, text }) => [status, text]) });
    }
    process.stdout.write(
      `reply races: n=${RACES} SEED=${SEED} ${JSON.stringify(Object.fromEntries(counts))}, mails ${server.arrived.length}\n`,
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(races).toHaveLength(RACES);
  }, 3_600_000);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { between, randomOf } from '../../bench/support/random';
import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { call } from '../support/call';
import { Fleet } from '../support/fleet';
import { HAS_H2LOAD, LoadGenerator } from '../support/load-generator';
import { type Parley, startParley } from '../support/parley';
import { ScriptedSmtpServer } from '../support/scripted-smtp-server';
import { installed } from '../support/stream-proxy';
import { VisitorTab } from '../support/visitor-tab';
import { campaignOf } from './campaign';

/** One process of the API and one worker at a time. */
const RESTARTS = Number(process.env['RESTARTS'] ?? campaignOf(200, 20));
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const TABS = 20;

const missing = [...(HAS_H2LOAD ? [] : ['h2load']), ...(installed('haproxy') ? [] : ['haproxy'])];
if (missing.length > 0) console.log(`Skipped for want of ${missing.join(' and ')}.`);

(missing.length === 0 ? describe : describe.skip)(`rolling restarts (SEED=${SEED}, RESTARTS=${RESTARTS})`, () => {
  const random = randomOf(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'parley-rolling-'));
  let mailServer: ScriptedSmtpServer;
  let parley: Parley;
  let desk: HelpDesk;
  let fleet: Fleet;

  beforeAll(async () => {
    mailServer = await ScriptedSmtpServer.start();
    // So that workers are asked to end while they wait for it.
    mailServer.play({ message: { say: '250 2.0.0 taken\r\n', afterMs: 150 } });
    parley = await startParley();
    desk = await aHelpDesk(parley);
    const { SECRET_KEY } = parley.settings.values;
    const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
    fleet = await Fleet.start({ DATABASE_URL: parley.databaseUrl, SECRET_KEY, SMTP_URL });
  });
  afterAll(async () => {
    await fleet.stop();
    await parley.stop();
    await mailServer.stop();
    rmSync(folder, { recursive: true });
  });

  it('fail no request, lose no stream, and do nothing twice', async () => {
    const url = `${fleet.proxy.url}/api/v1`;
    const failed: string[] = [];
    /** Once: a caller that tries again would hide what the restart has cost. */
    const post = async (path: string, token: string, body: object): Promise<Record<string, unknown>> => {
      const { status, body: answer, text } = await call(url + path, 'POST', { token, body });
      if (status !== 200 && status !== 201) failed.push(`${path}: ${status} ${text}`);
      return (answer ?? {}) as Record<string, unknown>;
    };

    const visitor = await aVisitor(parley, desk.agent);
    const message = 'I want to talk to a human, please.';
    const first = await post('/visitor/messages', visitor.token, { message, requestId: 'first' });
    const conversationId = first['conversationId'] as string;
    const tabs = Array.from({ length: TABS }, () => new VisitorTab(() => url, visitor.token, conversationId));
    await Promise.all(tabs.map((tab) => tab.until(({ opened }) => opened > 0)));
    const customer = await aConversation(parley, desk.agent, { user: { externalId: 'ann', email: 'ann@example.com' } });
    const inbox = `/workspaces/${desk.workspace.id}/inbox/${customer.id}/messages`;
    await parley.call('PATCH', '/account/preferences', { token: desk.admin.secret, body: { undoSendSeconds: 0 } });

    const agents = `${url}/workspaces/${desk.workspace.id}/agents`;
    const bodyFile = join(folder, 'turn.json');
    writeFileSync(bodyFile, JSON.stringify({ message: 'How do I reset my password?' }));
    const turns = async (): Promise<number> => {
      const [row] = await parley.database.query<{ turns: number }[]>('SELECT count(*)::int AS turns FROM chat_turns');
      return row!.turns;
    };
    const turnsBefore = await turns();
    const asking = new LoadGenerator(
      { url: `${agents}/${desk.agent.id}/chat`, token: desk.key.secret, bodyFile },
      { clients: 4, perSecond: 3 },
    );
    const reading = new LoadGenerator({ url: agents, token: desk.admin.secret }, { clients: 4, perSecond: 6 });
    let isRolling = true;
    let sent = 0;
    const talking = (async () => {
      while (isRolling) {
        await post('/visitor/messages', visitor.token, { message, requestId: `visitor-${++sent}`, conversationId });
        await pause(200);
      }
    })();
    const replies: string[] = [];
    const replying = (async () => {
      while (isRolling) {
        const body = { content: `Reply ${replies.length}`, channel: 'email' };
        replies.push((await post(inbox, desk.admin.secret, body))['id'] as string);
        await pause(200);
      }
    })();

    const began = Date.now();
    for (let n = 0; n < RESTARTS / 2; n++) {
      await fleet.restart(n % 2);
      await pause(between(random, 0, 500));
    }
    const seconds = Math.round((Date.now() - began) / 1_000);
    isRolling = false;
    const [answered, read] = await Promise.all([asking.stop(), reading.stop(), talking, replying]);

    const unsent = async (): Promise<number> => {
      const [row] = await parley.database.query<{ unsent: number }[]>(
        `SELECT count(*)::int AS unsent FROM replies WHERE status IN ('queued', 'sending')`,
      );
      return row!.unsent;
    };
    while ((await unsent()) > 0) await pause(100);
    const expected = await parley.database.query<{ id: string }[]>(
      'SELECT message_id AS id FROM visitor_messages WHERE conversation_id = $1 ORDER BY seq',
      [conversationId],
    );
    const ids = expected.map(({ id }) => id);
    await Promise.all(tabs.map((tab) => tab.until(({ received }) => received.some(({ id }) => id === ids.at(-1)))));
    const resumed = tabs.reduce((sum, { opened }) => sum + opened - 1, 0);
    await Promise.all(tabs.map((tab) => tab.close()));
    process.stdout.write(
      `rolling restarts: n=${RESTARTS} SEED=${SEED} ${seconds} s, ${answered.sent} turns and ${read.sent} lists by h2load, ` +
        `${sent} messages of a visitor in ${TABS} tabs whose streams were resumed ${resumed} times, ${replies.length} mails; ` +
        `failed ${answered.sent - answered.succeeded + read.sent - read.succeeded + failed.length}\n`,
    );

    expect(failed).toEqual([]);
    expect([answered.succeeded, read.succeeded]).toEqual([answered.sent, read.sent]);
    expect((await turns()) - turnsBefore).toBe(answered.sent + sent);
    // One for what the visitor began with.
    expect(new Set(ids).size).toBeGreaterThanOrEqual(sent + 1);
    expect(tabs.filter(({ received }) => received.map(({ id }) => id).join() !== ids.join()).length).toBe(0);
    expect(resumed).toBeGreaterThanOrEqual(TABS);
    const mails = mailServer.mails.map((mail) => /^message-id: <([^.>]+)/im.exec(mail)?.[1]);
    expect(mails.sort()).toEqual([...replies].sort());
  }, 1_500_000);
});

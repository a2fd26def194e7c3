import { countOld, olderThan } from '../../src/common/database/old-rows.sql';
import { newId } from '../../src/common/database/uuid';
import { BUILT_IN } from '../../src/features';
import { ConversationQueries } from '../../src/conversations/conversation-queries.service';
import { COUNT_OLD } from '../../src/conversations/conversation-queries.sql';
import { RetentionSettingsRepository } from '../../src/retention/retention-settings.repository';
import { RetentionSweep } from '../../src/retention/retention-sweep';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aMail, handOver, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { workOn } from '../factories/worked-on-conversation';
import type { Reply } from '../support/call';
import { tablesWith } from '../support/everything';
import { everyPlan } from '../support/generic-plan';
import { type Parley, startParley } from '../support/parley';

const OLD_TURNS = BUILT_IN.keptFor.find(({ table }) => table === 'chat_turns')!;

let parley: Parley;
let desk: HelpDesk;
let other: HelpDesk;
beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  other = await aHelpDesk(parley);
});
beforeEach(async () => {
  desk = await aHelpDesk(parley);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => parley.stop());

const ask = (method: string, path = '', body?: object, of = desk): Promise<Reply> =>
  parley.call(method, `/workspaces/${of.workspace.id}/retention${path}`, { token: of.admin.secret, body });
const keep = async (days: object, of = desk): Promise<void> => {
  expect((await ask('PATCH', '', days, of)).status).toBe(200);
};
const count = async (query: string, of = desk) => (await ask('GET', `/preview${query}`, undefined, of)).body;
const NONE = {
  ...{ conversations: 0, chatTurns: 0, knowledgeGaps: 0, inboundMails: 0, events: 0, auditBatches: 0 },
  more: false,
};
/** Comes before any sweep of a test's own. */
const inbox = (of = desk): string => `/workspaces/${of.workspace.id}/inbox`;

/** A conversation in which something was said, which is closed and has been so for a time. */
async function closed(since: string, word = 'penguins', of = desk): Promise<string> {
  const { body } = await of.chat({ message: `How do I reset the password of my ${word}?`, user: { externalId: word } });
  const id = body.conversationId as string;
  const by = { token: of.admin.secret };
  const { version: expectedVersion } = (await parley.call('GET', `${inbox(of)}/${id}`, by)).body;
  const close = { ...by, body: { expectedVersion } };
  expect((await parley.call('POST', `${inbox(of)}/${id}/close`, close)).status).toBe(200);
  await parley.database.query('UPDATE conversations SET closed_at = now() - $2::interval WHERE id = $1', [id, since]);
  return id;
}
/** So many of the desk's, closed long ago. */
const manyClosed = async (many: number): Promise<void> => {
  await parley.database.query(
    'UPDATE agent_counters SET conversation_count = conversation_count + $2 WHERE agent_id = $1',
    [desk.agent.id, many],
  );
  await parley.database.query(
    `INSERT INTO conversations (workspace_id, id, agent_id, status, closed_at)
     SELECT $1, id, $2, 'closed', now() - interval '100 days' FROM unnest($3::uuid[]) AS id`,
    [desk.workspace.id, desk.agent.id, Array.from({ length: many }, () => newId())],
  );
};
const isThere = async (id: string, of = desk): Promise<boolean> =>
  (await parley.call('GET', `${inbox(of)}/${id}`, { token: of.admin.secret })).status === 200;
const rows = async (table: string, of = desk): Promise<number> => {
  const [{ count: number }] = await parley.database.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`,
    [of.workspace.id],
  );
  return number;
};
const figures = async (): Promise<object> => {
  const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
  const { messageCount, conversationCount } = (await parley.call('GET', path, { token: desk.admin.secret })).body;
  return { messageCount, conversationCount };
};

describe('getRetention, updateRetention', () => {
  it('200 with what is set, and by whom; what is not sent stays', async () => {
    expect((await ask('GET')).body).toEqual({
      ...{ conversationDays: null, turnDays: null, gapDays: null, mailDays: null, eventDays: null, auditDays: 365 },
      ...{ updatedAt: null, updatedBy: null },
    });
    await keep({ conversationDays: 730, gapDays: 1 });
    await keep({ gapDays: null, mailDays: 7, turnDays: 2 });
    const { body } = await ask('GET');
    expect(body).toEqual({
      ...{ conversationDays: 730, turnDays: 2, gapDays: null, mailDays: 7, eventDays: null, auditDays: 365 },
      ...{ updatedAt: expect.any(String), updatedBy: expect.any(String) },
    });
    const { body: members } = await parley.call('GET', `/workspaces/${desk.workspace.id}/members`, {
      token: desk.admin.secret,
    });
    expect(members.members.map(({ id }: { id: string }) => id)).toContain(body.updatedBy);
    expect((await ask('GET', '', undefined, other)).body.updatedAt).toBeNull();
  });

  it.each([
    ['conversationDays', 6],
    ['conversationDays', 3_651],
    ['turnDays', 1],
    ['gapDays', 0],
    ['mailDays', 6],
    ['mailDays', 91],
    ['mailDays', 7.5],
    ['eventDays', 6],
    ['eventDays', 91],
    ['gapDays', '30'],
  ])('400 for %s of %p, which changes nothing', async (field, days) => {
    const { status, body } = await ask('PATCH', '', { conversationDays: 100, turnDays: 100, [field]: days });
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', `/${field}`]);
    expect((await ask('GET')).body.updatedAt).toBeNull();
  });
});

describe('previewRetention', () => {
  it('200 with how many would go, of this workspace, and nothing goes', async () => {
    await closed('31 days');
    await closed('29 days');
    await closed('31 days', 'seals', other);
    expect(await count('')).toEqual(NONE);
    const all = '?conversationDays=30&turnDays=30&gapDays=30&mailDays=30';
    expect(await count(all)).toEqual({ ...NONE, conversations: 1 });
    await keep({ conversationDays: 7 });
    expect(await count('')).toEqual({ ...NONE, conversations: 2 });
    expect(await count('?conversationDays=3650')).toEqual(NONE);
    expect((await ask('GET', '/preview?conversationDays=6')).status).toBe(400);
    expect(await rows('conversations')).toBe(2);
  });
});

describe('previewRetention of a large workspace', () => {
  it('200 with 10,000 of each and whether there are more, and reads no others', async () => {
    await manyClosed(10_000);
    expect(await count('?conversationDays=30')).toEqual({ ...NONE, conversations: 10_000 });
    await manyClosed(2_000);
    expect(await count('?conversationDays=30')).toEqual({ ...NONE, conversations: 10_000, more: true });
    await parley.database.query(
      `INSERT INTO chat_turns (workspace_id, id, agent_id, key_id, state, outcome, model, input_tokens, output_tokens, created_at)
       SELECT $1, gen_random_uuid(), $2, $3, 'completed', 'answered', 'any', 1, 1, now() - interval '100 days' FROM generate_series(1, 10001)`,
      [desk.workspace.id, desk.agent.id, desk.key.id],
    );
    expect(await count('?turnDays=30')).toEqual({ ...NONE, chatTurns: 10_000, more: true });
    await parley.database.query('ANALYZE conversations, chat_turns');
    for (const sql of [COUNT_OLD, countOld(OLD_TURNS)]) {
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
      const [row] = await parley.database.query(explain, [desk.workspace.id, 30, 100]);
      const read = everyPlan(row['QUERY PLAN'][0].Plan).map((plan) => plan['Actual Rows'] ?? 0);
      expect(Math.max(...read)).toBe(100);
    }
  });
});

describe('what is too old', () => {
  it('is a multiple of 24 hours in the past, to the millisecond, regardless of clock changes', async () => {
    const at = (moment: string): string => olderThan(`statement_timestamp() - ${moment}`, '200');
    const runner = parley.database.createQueryRunner();
    await runner.query(`SET TIME ZONE 'Europe/Berlin'`);
    const [answer] = await runner.query(
      `SELECT ${at(`interval '4800 hours'`)} AS old, ${at(`interval '4799:59:59.999'`)} AS young`,
    );
    await runner.query('RESET TIME ZONE');
    await runner.release();
    expect(answer).toEqual({ old: true, young: false });
  });

  it('goes with all that came of it, and out of the figures; the contact and everything else stay', async () => {
    const before = await figures();
    const old = await closed('30 days 1 second', 'quokkas');
    await workOn(parley, desk, old, 'quokkas');
    await parley.database.query(
      `UPDATE support_requests SET state = 'ended', disposition_code = 'answered', ended_at = now()
       WHERE conversation_id = $1 AND state <> 'ended'`,
      [old],
    );
    await parley.database.query(
      `UPDATE conversations SET status = 'closed', live_support_request_count = 0, closed_at = now() - interval '30 days 1 second'
       WHERE id = $1`,
      [old],
    );
    await keep({ conversationDays: 30 });
    await parley.drain();
    expect(await isThere(old)).toBe(false);
    expect(await tablesWith(parley, 'quokkas')).toEqual(['contacts']);
    expect(await rows('chat_turns')).toBe(0);
    expect(await figures()).toEqual(before);
    expect(parley.log).toContain('old rows deleted');
  });

  it('is not what is younger, open, waiting or has a live request, nor what is another workspace’s', async () => {
    const young = await closed('29 days 23 hours');
    const [open, waiting, live] = [await closed('99 days'), await closed('99 days'), await closed('99 days')];
    const foreign = await closed('99 days', 'seals', other);
    await parley.database.query(`UPDATE conversations SET status = 'open', closed_at = NULL WHERE id = $1`, [open]);
    await parley.database.query(`UPDATE conversations SET status = 'waiting', closed_at = NULL WHERE id = $1`, [
      waiting,
    ]);
    await parley.database.query(`UPDATE conversations SET live_support_request_count = 1 WHERE id = $1`, [live]);
    await keep({ conversationDays: 30 });
    await parley.drain();
    expect(await Promise.all([young, open, waiting, live].map((id) => isThere(id)))).toEqual([true, true, true, true]);
    expect(await isThere(foreign, other)).toBe(true);
  });

  it('is not what is opened again while it is looked for', async () => {
    const id = await closed('99 days');
    const found = [{ id, agentId: desk.agent.id }];
    await parley.database.query(`UPDATE conversations SET status = 'open', closed_at = NULL WHERE id = $1`, [id]);
    jest.spyOn(parley.get(ConversationQueries), 'listOld').mockResolvedValue(found);
    await keep({ conversationDays: 30 });
    await parley.drain();
    expect(await isThere(id)).toBe(true);
  });

  it('are turns, gaps and mails by themselves', async () => {
    await parley.call('PATCH', `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`, {
      token: desk.admin.secret,
      body: { learningConfig: { captureEnabled: true } },
    });
    const { body } = await desk.chat({ message: 'Which galaxy is the largest?' });
    await takeIn(parley, aMail(), { recipient: intakeOf(parley, desk.agent) });
    await handOver(parley, aMail(), { recipient: intakeOf(parley, desk.agent) });
    const age = (table: string, column: string, days: number): Promise<unknown> =>
      parley.database.query(
        `UPDATE ${table} SET ${column} = now() - make_interval(days => $2, secs => 1) WHERE workspace_id = $1`,
        [desk.workspace.id, days],
      );
    await age('chat_turns', 'created_at', 10);
    await age('knowledge_gaps', 'created_at', 20);
    await age('inbound_mails', 'received_at', 8);
    const counts = { ...NONE, chatTurns: 1, knowledgeGaps: 1, inboundMails: 1 };
    expect(await count('?turnDays=10&gapDays=20&mailDays=8')).toEqual(counts);
    expect(await count('?turnDays=11&gapDays=21&mailDays=9')).toEqual(NONE);
    await keep({ turnDays: 11, gapDays: 21, mailDays: 9 });
    await parley.get(RetentionSweep).runOnce();
    expect([await rows('chat_turns'), await rows('knowledge_gaps'), await rows('inbound_mails')]).toEqual([1, 1, 1]);
    await keep({ turnDays: 10, gapDays: 20, mailDays: 8 });
    await parley.drain();
    // The mail that had only arrived is taken in now, and young.
    expect([await rows('chat_turns'), await rows('knowledge_gaps'), await rows('inbound_mails')]).toEqual([0, 0, 1]);
    expect(await isThere(body.conversationId)).toBe(true);
  });
});

describe('a sweep', () => {
  const sweep = (): Promise<boolean> => parley.get(RetentionSweep).runOnce();

  it('takes 50 conversations in a transaction, and goes on where a process has died', async () => {
    await manyClosed(120);
    await keep({ conversationDays: 30 });
    expect([await sweep(), await rows('conversations')]).toEqual([true, 70]);
    const dies = jest.spyOn(parley.get(RetentionSettingsRepository), 'postpone').mockRejectedValue(new Error('killed'));
    await expect(sweep()).rejects.toThrow('killed');
    expect(await rows('conversations')).toBe(70);
    dies.mockRestore();
    await parley.drain();
    expect(await rows('conversations')).toBe(0);
    expect(await sweep()).toBe(false);
  });

  it('is followed by that of another workspace where it fails', async () => {
    await manyClosed(1);
    const foreign = await closed('99 days', 'seals', other);
    await parley.database.query('UPDATE agent_counters SET conversation_count = 0 WHERE agent_id = $1', [
      desk.agent.id,
    ]);
    await keep({ conversationDays: 30 });
    await keep({ conversationDays: 30 }, other);
    await parley.drain();
    expect([await rows('conversations'), await isThere(foreign, other)]).toEqual([1, false]);
    expect(parley.log).toContain('old rows not deleted');
    await keep({ conversationDays: null }, other);
  });

  it('takes what two workers do at once one time only', async () => {
    const before = await figures();
    for (const word of ['ant', 'bee', 'cat']) await closed('99 days', word);
    await keep({ conversationDays: 30 });
    await Promise.all([sweep(), sweep(), sweep()]);
    await parley.drain();
    expect([await rows('conversations'), await figures()]).toEqual([0, before]);
  });

  it('sends as many statements for 50 conversations as for one', async () => {
    const statements = async (many: number): Promise<number> => {
      await manyClosed(many);
      await keep({ conversationDays: 30 });
      return (await parley.statementsOf(sweep)).length;
    };
    const one = await statements(1);
    expect(await statements(50)).toBe(one);
    expect(one).toBeLessThan(40);
  });
});

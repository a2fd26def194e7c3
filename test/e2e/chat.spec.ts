import { AnswerModel } from '../../src/models/answer-model.port';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { type Parley, startParley } from '../support/parley';

const uniqueId = (() => {
  let count = 0;
  return () => `turn-${++count}`;
})();

describe('sendChatTurn', () => {
  let parley: Parley;
  let desk: HelpDesk;

  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await parley.database.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`);
    return row.n;
  };

  it('200 quotes the source that answers, with exact offsets', async () => {
    const { status, body } = await desk.chat({ message: 'How do I reset my password?' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      requestId: null,
      agentId: desk.agent.id,
      outcome: 'answered',
      supportRequestId: null,
      model: 'parley-extractive',
      message: { role: 'agent' },
    });
    expect(body.message.content).toContain('open Settings and choose Reset password');
    expect(body.citations.length).toBeGreaterThan(0);
    for (const { quote, start, end, sourceId, title } of body.citations) {
      const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources/${sourceId}/text`;
      const source = await parley.call('GET', path, { token: desk.admin.secret });
      expect(source.body.text.slice(start, end)).toBe(quote);
      expect(title).toBe('Passwords');
    }
  });

  it('200 remembers the conversation', async () => {
    const first = await desk.chat({ message: 'What does the Team plan cost?' });
    const second = await desk.chat({ message: 'And how can I pay?', conversationId: first.body.conversationId });
    expect(second.body).toMatchObject({ outcome: 'answered', conversationId: first.body.conversationId });
    expect(second.body.message.content).toContain('credit card');
    const messages = await parley.database.query<{ role: string }[]>(
      'SELECT role FROM messages WHERE conversation_id = $1 ORDER BY id',
      [first.body.conversationId],
    );
    expect(messages.map(({ role }) => role)).toEqual(['customer', 'agent', 'customer', 'agent']);
  });

  it('200 no_answer keeps the question as a knowledge gap; the second in a row is handed off', async () => {
    const first = await desk.chat({ message: 'Do penguins live in Antarctica?' });
    expect(first.body).toMatchObject({ outcome: 'no_answer', citations: [], supportRequestId: null });
    expect(first.body.message.content).toBe('I could not find an answer to that. Could you put it differently?');
    const gaps = await parley.call('GET', `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/gaps`, {
      token: desk.admin.secret,
    });
    expect(gaps.body.gaps[0]).toMatchObject({
      question: 'Do penguins live in Antarctica?',
      conversationId: first.body.conversationId,
    });

    const { conversationId } = first.body;
    const second = await desk.chat({ message: 'Which galaxy is the largest?', conversationId });
    expect(second.body).toMatchObject({ outcome: 'handed_off', supportRequestId: expect.any(String) });
    const third = await desk.chat({ message: 'How do I reset my password?', conversationId });
    expect(third.body).toMatchObject({
      outcome: 'human_active',
      message: null,
      citations: [],
      supportRequestId: second.body.supportRequestId,
    });
    await desk.chat({ message: 'How far away is the moon?', conversationId });
    const rows = await parley.database.query<{ question: string }[]>(
      'SELECT question FROM knowledge_gaps WHERE conversation_id = $1 ORDER BY id',
      [conversationId],
    );
    expect(rows.map(({ question }) => question)).toEqual([
      'Do penguins live in Antarctica?',
      'Which galaxy is the largest?',
    ]);
  });

  it('200 with an answer keeps no gap, and the turn without a requestId is kept as well', async () => {
    const [gaps, turns] = [await rowsOf('knowledge_gaps'), await rowsOf('chat_turns')];
    expect((await desk.chat({ message: 'How do I reset my password?' })).body.outcome).toBe('answered');
    expect(await rowsOf('knowledge_gaps')).toBe(gaps);
    expect(await rowsOf('chat_turns')).toBe(turns + 1);
  });

  it('200 no_answer stores nothing if the agent’s settings disable it', async () => {
    const discreet = await aHelpDesk(parley, { learningConfig: { captureEnabled: false } });
    const before = await rowsOf('knowledge_gaps');
    expect((await discreet.chat({ message: 'Do penguins live in Antarctica?' })).body.outcome).toBe('no_answer');
    expect(await rowsOf('knowledge_gaps')).toBe(before);
  });

  it('goes with its agent when that is purged, and no other', async () => {
    const gone = await aHelpDesk(parley);
    await gone.chat({ message: 'Do penguins live in Antarctica?' });
    await gone.chat({ message: 'May I talk to a person?', requestId: uniqueId() });
    const { workspace, agent } = gone;
    await parley.database.query(
      'UPDATE agents SET deletion_scheduled_at = now(), deletion_requested_by = id WHERE id = $1',
      [agent.id],
    );
    const rows = await rowsOf(`conversations WHERE workspace_id <> '${workspace.id}'`);
    await parley.drain();
    for (const table of ['conversations', 'messages', 'chat_turns', 'knowledge_gaps', 'support_requests']) {
      expect([table, await rowsOf(`${table} WHERE workspace_id = '${workspace.id}'`)]).toEqual([table, 0]);
    }
    expect(await rowsOf('conversations')).toBe(rows);
  });

  it('200 hands a customer who asks for a person over at once, in their language', async () => {
    const { body } = await desk.chat({ message: 'Ich möchte mit einem Menschen sprechen', locale: 'de-DE' });
    expect(body).toMatchObject({ outcome: 'handed_off', supportRequestId: expect.any(String) });
    expect(body.message.content).toBe('Ich gebe das an einen Menschen weiter, der hier antworten wird.');
  });

  it('an answer in between starts the count of unanswered questions again', async () => {
    const { body: first } = await desk.chat({ message: 'Do penguins live in Antarctica?' });
    const { conversationId } = first;
    await desk.chat({ message: 'How do I reset my password?', conversationId });
    const third = await desk.chat({ message: 'Which galaxy is the largest?', conversationId });
    expect(third.body.outcome).toBe('no_answer');
  });

  describe('requestId', () => {
    it('a retry gets the same bytes, and nothing happens twice', async () => {
      const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
      const first = await desk.chat(turn);
      const before = [await rowsOf('messages'), await rowsOf('chat_turns'), await rowsOf('conversations')];
      const second = await desk.chat(turn);
      expect(second.status).toBe(200);
      expect(second.text).toBe(first.text);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect([await rowsOf('messages'), await rowsOf('chat_turns'), await rowsOf('conversations')]).toEqual(before);
    });

    it('409 idempotency_key_reused for another body', async () => {
      const requestId = uniqueId();
      await desk.chat({ message: 'How do I reset my password?', requestId });
      const { status, body } = await desk.chat({ message: 'What does the Team plan cost?', requestId });
      expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
    });

    it('409 request_in_progress while it runs, and one reply in the end', async () => {
      const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
      const replies = await Promise.all(Array.from({ length: 20 }, () => desk.chat(turn)));
      const done = replies.filter(({ status }) => status === 200);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      for (const reply of replies) {
        if (reply.status === 200) continue;
        expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
          409,
          'request_in_progress',
          '1',
        ]);
      }
    });

    it('is free again after a 503', async () => {
      const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
      const before = [await rowsOf('messages'), await rowsOf('chat_turns'), await rowsOf('conversations')];
      const failing = jest
        .spyOn(parley.get<AnswerModel>(AnswerModel as never), 'answer')
        .mockRejectedValue(new Error('down'));
      const failed = await desk.chat(turn);
      failing.mockRestore();
      expect([failed.status, failed.body.code]).toEqual([503, 'model_unavailable']);
      expect([await rowsOf('messages'), await rowsOf('chat_turns'), await rowsOf('conversations')]).toEqual(before);
      expect((await desk.chat(turn)).status).toBe(200);
    });

    it('is forgotten a day after the process that had it died', async () => {
      const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
      const { body } = await desk.chat(turn);
      const before = await rowsOf('chat_turns');
      await parley.database.query(
        `UPDATE chat_turns SET state = 'running', outcome = NULL, response = NULL, lease_ends_at = now() - interval '25 hours',
           created_at = now() - interval '26 hours' WHERE id = $1`,
        [body.turnId],
      );
      await parley.drain();
      expect(await rowsOf('chat_turns')).toBe(before - 1);
    });

    it('runs again when the process that had it died', async () => {
      const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
      const { body } = await desk.chat(turn);
      await parley.database.query(
        `UPDATE chat_turns SET state = 'running', outcome = NULL, response = NULL, lease_ends_at = now() + interval '1 minute'
         WHERE id = $1`,
        [body.turnId],
      );
      expect((await desk.chat(turn)).body.code).toBe('request_in_progress');
      await parley.database.query(`UPDATE chat_turns SET lease_ends_at = now() - interval '1 second' WHERE id = $1`, [
        body.turnId,
      ]);
      const again = await desk.chat(turn);
      expect(again.body).toMatchObject({ turnId: body.turnId, outcome: 'answered' });
    });
  });

  it('409 agent_inactive for a draft, and the requestId stays free', async () => {
    const draft = await aHelpDesk(parley, { status: 'draft' });
    const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
    const reply = await draft.chat(turn);
    expect([reply.status, reply.body.code]).toEqual([409, 'agent_inactive']);
    await parley.call('PATCH', `/workspaces/${draft.workspace.id}/agents/${draft.agent.id}`, {
      token: draft.admin.secret,
      body: { status: 'active' },
    });
    expect((await draft.chat(turn)).status).toBe(200);
  });

  it('429 agent_rate_limited beyond rateLimitPerMinute, but a retry is answered', async () => {
    const slow = await aHelpDesk(parley, { rateLimitPerMinute: 2 });
    const turn = { message: 'How do I reset my password?', requestId: uniqueId() };
    expect((await slow.chat(turn)).headers.get('ratelimit-remaining')).toBe('1');
    expect((await slow.chat({ message: 'How can I pay?' })).status).toBe(200);
    const refused = await slow.chat({ message: 'How can I pay?' });
    expect([refused.status, refused.body.code]).toEqual([429, 'agent_rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await slow.chat(turn)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('400 association_invalid for a conversation of another agent', async () => {
    const other = await aHelpDesk(parley);
    const { body: theirs } = await other.chat({ message: 'How do I reset my password?' });
    const { status, body } = await desk.chat({ message: 'Hello there', conversationId: theirs.conversationId });
    expect([status, body.code, body.details[0].path]).toEqual([400, 'association_invalid', '/conversationId']);
  });

  it('404 for an agent of another workspace, before the body is looked at', async () => {
    const other = await aHelpDesk(parley);
    const path = `/workspaces/${desk.workspace.id}/agents/${other.agent.id}/chat`;
    const reply = await parley.call('POST', path, { token: desk.key.secret, body: { nonsense: true } });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  it.each([
    [{}, '/message', 'required'],
    [{ message: '' }, '/message', 'too_short'],
    [{ message: 5 }, '/message', 'wrong_type'],
    [{ message: 'x', requestId: null }, '/requestId', 'wrong_type'],
    [{ message: 'x', conversationId: null }, '/conversationId', 'invalid_uuid'],
    [{ message: 'x', user: null }, '/user', 'wrong_type'],
    [{ message: 'x', locale: null }, '/locale', 'wrong_type'],
    [{ message: '  \n' }, '/message', 'invalid'],
    [{ message: 'x'.repeat(8001) }, '/message', 'too_long'],
    [{ message: 'Hi', requestId: 'with space' }, '/requestId', 'invalid'],
    [{ message: 'Hi', requestId: 'x'.repeat(201) }, '/requestId', 'too_long'],
    [{ message: 'Hi', conversationId: 'abc' }, '/conversationId', 'invalid_uuid'],
    [{ message: 'Hi', user: {} }, '/user/externalId', 'required'],
    [{ message: 'Hi', user: { externalId: 'a', email: 'nope' } }, '/user/email', 'invalid_email'],
    [{ message: 'Hi', locale: 'not a locale' }, '/locale', 'invalid'],
    [{ message: 'Hi', stream: 'yes' }, '/stream', 'wrong_type'],
    [{ message: 'Hi', extra: 1 }, '/extra', 'unknown_field'],
    [{ message: 'a\u0000b' }, '/message', 'invalid_character'],
  ])('400 %#: %p', async (turn, path, code) => {
    const before = await rowsOf('chat_turns');
    const { status, body } = await desk.chat(turn);
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ path, code }));
    expect(await rowsOf('chat_turns')).toBe(before);
  });

  it('counts for the agent’s record', async () => {
    const fresh = await aHelpDesk(parley);
    const { body } = await fresh.chat({ message: 'How do I reset my password?' });
    await fresh.chat({ message: 'human please', conversationId: body.conversationId });
    await fresh.chat({ message: 'How can I pay?' });
    const agent = await parley.call('GET', `/workspaces/${fresh.workspace.id}/agents/${fresh.agent.id}`, {
      token: fresh.admin.secret,
    });
    expect(agent.body).toMatchObject({ messageCount: 6, conversationCount: 2, resolvedRate: 0, sourceCount: 2 });
  });

  it('stops using a source the moment it is removed', async () => {
    const fresh = await aHelpDesk(parley);
    const sources = `/workspaces/${fresh.workspace.id}/agents/${fresh.agent.id}/sources`;
    const { body } = await fresh.chat({ message: 'How do I reset my password?' });
    await parley.call('DELETE', `${sources}/${body.citations[0].sourceId}`, { token: fresh.admin.secret });
    const after = await fresh.chat({ message: 'How do I reset my password?' });
    expect(after.body.outcome).toBe('no_answer');
  });
});

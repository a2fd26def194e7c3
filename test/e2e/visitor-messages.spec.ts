import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { aSource } from '../factories/source';
import { tableState } from '../contract/table-state';
import { type Parley, startParley } from '../support/parley';
import { streamedEvents } from '../support/visitor-stream';

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

const QUESTION = 'How do I reset my password?';
let requests = 0;
const send = (token: string, body: object = {}, headers: Record<string, string> = {}) =>
  parley.call('POST', '/visitor/messages', {
    token,
    body: { message: QUESTION, requestId: `r-${++requests}`, ...body },
    headers,
  });
const list = (token: string, id: string, query: Record<string, number> = {}) =>
  parley.call('GET', `/visitor/conversations/${id}/messages`, { token, query });
const asMember = (method: string, path: string, body?: object) =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
const overview = async (token: string) => (await parley.call('GET', '/visitor/session', { token })).body;

describe('a visitor', () => {
  it('stores nothing before the first message, and has a conversation afterwards', async () => {
    const before = await tableState(parley.database);
    const { token } = await aVisitor(parley, desk.agent, { site: 'https://shop.example' });
    expect(await overview(token)).toMatchObject({ session: { verified: false, surface: 'widget' }, conversations: [] });
    expect(await tableState(parley.database)).toEqual(before);

    const { status, body } = await send(token, { pageUrl: 'https://shop.example/cart' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'turnId',
        'requestId',
        'conversationId',
        'message',
        'citations',
        'outcome',
        'suggestions',
        'createdAt',
      ]),
    );
    expect(Object.keys(body)).toHaveLength(8);
    expect(body.outcome).toBe('answered');
    expect(Object.keys(body.citations[0])).toEqual(['index', 'title', 'url', 'quote']);
    expect(body.message).toMatchObject({ seq: 2, from: 'agent', authorName: null, edited: false });
    expect(body.message.blocks[0].type).toBe('p');
    expect(body.message.citations).toEqual(body.citations);

    const { conversations } = await overview(token);
    expect(conversations).toMatchObject([{ id: body.conversationId, handler: 'agent', unreadCount: 1, person: null }]);
    const { messages, nextCursor } = (await list(token, body.conversationId)).body;
    expect(messages.map(({ seq, from }: never) => [seq, from])).toEqual([
      [1, 'visitor'],
      [2, 'agent'],
    ]);
    expect(messages[0].blocks).toEqual([]);
    expect(nextCursor).toBeNull();
    expect((await list(token, body.conversationId, { limit: 1 })).body.nextCursor).toBe(1);
    expect((await list(token, body.conversationId, { after: 1 })).body.messages).toHaveLength(1);
  });

  it('sends nothing twice with one requestId, and makes one conversation of two first messages at once', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const [first, second] = await Promise.all([send(token), send(token, { message: 'When are invoices issued?' })]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.conversationId).toBe(first.body.conversationId);
    const again = { message: 'Thanks', requestId: 'same', conversationId: first.body.conversationId as string };
    const one = await send(token, again);
    const two = await send(token, again);
    expect(two.headers.get('idempotency-replayed')).toBe('true');
    expect(two.body).toEqual(one.body);
    expect((await list(token, first.body.conversationId)).body.messages).toHaveLength(6);
    expect((await send(token, { ...again, message: 'Other' })).body.code).toBe('idempotency_key_reused');
  });

  it('gets what comes close to a question without an answer, and nothing that members alone know of it', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { body } = await send(token, {
      message: 'Is there a yearly rebate on the Team plan for schools and students?',
    });
    expect(body.outcome).toBe('no_answer');
    const suggestions = [{ title: 'Billing', url: null }];
    expect([body.suggestions, body.message.suggestions]).toEqual([suggestions, suggestions]);
    const { conversationId } = body;
    const accepted = (await send(token, { message: 'Billing', conversationId })).body;
    expect(accepted).toMatchObject({ outcome: 'answered', suggestions: [], message: { suggestions: null } });
    // Another page of the visitor has them from the list, one that is open from the stream.
    const kept = [null, suggestions, null, null];
    const { messages } = (await list(token, conversationId)).body;
    expect(messages.map((message: { suggestions: unknown }) => message.suggestions)).toEqual(kept);
    const stream = await streamedEvents(parley, token, conversationId, '0');
    const events = await stream.until('conversation.updated');
    stream.leave();
    const created = events.flatMap(({ data }) => (data['message'] as { suggestions: unknown } | undefined) ?? []);
    expect(created.map((message) => message.suggestions)).toEqual(kept);
  });

  it('gets none where nothing comes close, which differs from an answer, and a person with the second such question', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const far = 'Which fonts do whales prefer?';
    const { body } = await send(token, { message: far });
    expect(body).toMatchObject({ outcome: 'no_answer', suggestions: [], message: { suggestions: [] } });
    const again = (await send(token, { message: far, conversationId: body.conversationId })).body;
    expect(again).toMatchObject({ outcome: 'handed_off', suggestions: [], message: { suggestions: null } });
  });

  it('gets the hostile title of a section as text, at most 300 characters of it', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const heading = 'Stripes \\<img src=x onerror=alert(1)\\> \u202efdp.exe ';
    const text = `# Animals\n\n## ${heading}${'a '.repeat(5_000)}\n\nZebras graze.`;
    const contentBase64 = Buffer.from(text).toString('base64');
    const source = { type: 'file', name: 'Animals', mediaType: 'text/markdown', contentBase64 };
    await aSource(parley, desk.agent, desk.admin, source);
    await parley.drain();
    const { body } = await send(token, { message: 'Which zebras have golden stripes and silver wings?' });
    expect(body.suggestions).toEqual([{ title: expect.any(String), url: null }]);
    const { title } = body.suggestions[0] as { title: string };
    expect(title).toMatch(/^Animals > Stripes <img src=x onerror=alert\(1\)> \u202efdp\.exe a a/);
    expect(title).toHaveLength(300);
    expect(body.message.suggestions).toEqual(body.suggestions);
  });

  it('hears the answer as a stream', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { text, headers } = await send(token, {}, { accept: 'text/event-stream' });
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    const events = [...text.matchAll(/event: (\S+)\ndata: (.*)/g)].map(
      ([, event, data]) => [event, JSON.parse(data!)] as const,
    );
    expect(Object.keys(events[0]![1])).toEqual(['turnId', 'requestId']);
    const [name, turn] = events.at(-1)!;
    expect(name).toBe('turn.completed');
    const deltas = events.filter(([event]) => event === 'message.delta').map(([, { text: part }]) => part as string);
    expect(deltas.join('')).toBe(turn.message.content);
    expect(text).not.toMatch(/sourceId|score|usage|"model"|workspaceId/);
  });

  it('reaches nothing of another visitor, by any id', async () => {
    const [mine, other] = [await aVisitor(parley, desk.agent), await aVisitor(parley, desk.agent)];
    const { conversationId, message } = (await send(mine.token)).body;
    await send(other.token);
    const path = `/visitor/conversations/${conversationId}`;
    const tries: [string, string, object?][] = [
      ['GET', `${path}/messages`],
      ['GET', `${path}/events`],
      ['POST', `${path}/read`, { messageId: message.id }],
      ['POST', `${path}/typing`, { typing: true }],
    ];
    for (const [method, to, body] of tries) {
      expect((await parley.call(method, to, { token: other.token, body })).body.code).toBe('not_found');
    }
    expect((await send(other.token, { conversationId })).status).toBe(404);
    const own = (await overview(other.token)).conversations[0].id as string;
    const read = { token: other.token, body: { messageId: message.id as string } };
    expect((await parley.call('POST', `/visitor/conversations/${own}/read`, read)).status).toBe(404);
  });

  it('makes and matches no contact by what they say', async () => {
    const before = (await asMember('GET', '/contacts')).body.total;
    const { token } = await aVisitor(parley, desk.agent);
    await send(token, { message: 'My email is owner@shop.example' });
    expect((await asMember('GET', '/contacts')).body.total).toBe(before);
  });

  it('409 when the agent has stopped meanwhile; 403 without a reason when the contact is blocked', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { conversationId } = (await send(token)).body;
    await asMember('PATCH', `/agents/${desk.agent.id}`, { status: 'inactive' });
    expect((await send(token, { conversationId })).body.code).toBe('agent_inactive');
    expect((await list(token, conversationId)).status).toBe(200);
    await asMember('PATCH', `/agents/${desk.agent.id}`, { status: 'active' });
    const contact = (await asMember('POST', '/contacts', { name: 'Bad', blocked: true })).body;
    await parley.database.query('UPDATE conversations SET contact_id = $1 WHERE id = $2', [contact.id, conversationId]);
    for (const refused of [await send(token, { conversationId }), await list(token, conversationId)]) {
      expect([refused.status, refused.body.code, refused.text.includes('block')]).toEqual([
        403,
        'visitor_refused',
        false,
      ]);
    }
  });
});

describe('streamVisitorEvents', () => {
  it('tells what was missed in its order, once, and then what happens; replies when they are sent', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { conversationId } = (await send(token, { message: 'I want to talk to a human, please.' })).body;
    const stream = await streamedEvents(parley, token, conversationId, '0');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const begun = await stream.until('conversation.updated');
    expect(begun.map(({ event }) => event)).toEqual([
      'ready',
      'message.created',
      'message.created',
      'conversation.updated',
    ]);
    expect(begun[0]!.data).toEqual({ seq: 2 });
    expect(begun.at(-1)!.data).toEqual({ status: 'open', handler: 'human', person: { name: null } });

    const reply = await asMember('POST', `/inbox/${conversationId}/messages`, { content: 'Hello **there**' });
    expect(reply.status).toBe(201);
    expect((await list(token, conversationId)).body.messages).toHaveLength(2);
    await parley.database.query(`UPDATE replies SET dispatch_after_at = now() WHERE message_id = $1`, [reply.body.id]);
    await parley.drain();
    const event = (await stream.until('message.created')).at(-1)!;
    expect(event.data['message']).toMatchObject({ id: reply.body.id, seq: 3, from: 'person', edited: false });
    const text = JSON.stringify(event.data);
    expect(text).not.toContain(reply.body.authorMemberId as string);
    expect(text).not.toContain('@');

    await asMember('PATCH', `/inbox/${conversationId}/messages/${reply.body.id}`, {
      content: 'Hi',
      expectedVersion: 3,
    });
    const changed = (await stream.until('message.updated')).at(-1)!;
    expect([changed.id, changed.data['message']]).toEqual([
      '4',
      expect.objectContaining({ seq: 3, content: 'Hi', edited: true }),
    ]);

    await asMember('POST', `/inbox/${conversationId}/typing`, { typing: true });
    expect((await stream.until('typing')).at(-1)!.data).toEqual({ from: 'person', typing: true });
    stream.leave();

    const later = await streamedEvents(parley, token, conversationId, '2');
    const missed = (await later.until('conversation.updated')).map(({ id, event }) => [id, event]);
    expect(missed).toEqual([
      ['2', 'ready'],
      ['3', 'message.created'],
      ['4', 'message.updated'],
      ['4', 'conversation.updated'],
    ]);
    later.leave();
    const lost = await streamedEvents(parley, token, conversationId, '99');
    expect((await lost.until('reset')).map(({ event }) => event)).toEqual(['ready', 'reset']);
    lost.leave();
  });

  it('shows a reply by its lines, links and tables; one with thousands of cells as text, at no more than its length', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { conversationId } = (await send(token, { message: 'I want to talk to a human, please.' })).body;
    const large = `|${'a|'.repeat(30)}\n|${'-|'.repeat(30)}\n${`${'|'.repeat(31)}\n`.repeat(630)}`.trim();
    const small = 'First\nsecond: https://shop.example/a.\n\n|a|b|\n|-|-|\n|1|2|';
    for (const content of [large, small]) {
      const { status, body } = await asMember('POST', `/inbox/${conversationId}/messages`, { content });
      expect(status).toBe(201);
      await parley.database.query('UPDATE replies SET dispatch_after_at = now() WHERE message_id = $1', [body.id]);
      await parley.drain();
    }
    const { body, text } = await list(token, conversationId, { after: 2 });
    expect(text.length).toBeLessThan(3 * large.length);
    expect(body.messages.map(({ blocks }: { blocks: unknown }) => blocks)).toEqual([
      [{ type: 'p', children: [large] }],
      [
        {
          type: 'p',
          children: [
            ...['First', '\n', 'second: '],
            { type: 'a', href: 'https://shop.example/a', children: ['https://shop.example/a'] },
            '.',
          ],
        },
        {
          type: 'table',
          children: [
            { type: 'tr', children: ['a', 'b'].map((text) => ({ type: 'th', children: [text] })) },
            { type: 'tr', children: ['1', '2'].map((text) => ({ type: 'td', children: [text] })) },
          ],
        },
      ],
    ]);
  });

  it('marks what was read, also for the other tab', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { conversationId, message } = (await send(token)).body;
    const other = await streamedEvents(parley, token, conversationId, '2');
    await other.until('conversation.updated');
    const body = { messageId: message.id as string };
    const read = await parley.call('POST', `/visitor/conversations/${conversationId}/read`, { token, body });
    expect(read.body).toEqual({ unreadCount: 0 });
    expect((await other.until('read')).at(-1)!.data).toEqual({ upTo: 2 });
    other.leave();
    expect((await overview(token)).conversations[0].unreadCount).toBe(0);
  });
});

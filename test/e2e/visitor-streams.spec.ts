import { AgentsOperatorService } from '../../src/agents/agents-operator.service';
import type { Surface } from '../../src/common/request/principal';
import { VISITOR_FEED } from '../../src/visitor/events/visitor-feed';
import { VISITOR_STREAM } from '../../src/visitor/events/visitor-streams.service';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { feedHasLooked } from '../support/feed-has-looked';
import { type Parley, startParley } from '../support/parley';
import { streamedEvents } from '../support/visitor-stream';

let parley: Parley;
let desk: HelpDesk;
const usual = { ...VISITOR_FEED, ...VISITOR_STREAM };
beforeAll(async () => {
  VISITOR_FEED.lookEveryMs = 50;
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(async () => {
  await parley.stop();
  VISITOR_FEED.lookEveryMs = usual.lookEveryMs;
});

let requests = 0;
const asMember = (method: string, path: string, body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
const change = async (body: object): Promise<void> =>
  expect((await asMember('PATCH', `/agents/${desk.agent.id}`, body)).status).toBe(200);

async function aVisit(surface: Surface = 'widget') {
  const { token } = await aVisitor(parley, desk.agent, { surface });
  const body = { message: 'How do I reset my password?', requestId: `streams-${++requests}` };
  const reply = await parley.call('POST', '/visitor/messages', { token, body });
  const conversationId = reply.body.conversationId as string;
  const listen = (after?: string) => streamedEvents(parley, token, conversationId, after);
  const path = `/visitor/conversations/${conversationId}`;
  return { token, conversationId, listen, path };
}
const names = (events: readonly { event: string }[]): string[] => events.map(({ event }) => event);

it('a stream ends with the state of its conversation when the agent stops, and begins again when it answers', async () => {
  const { listen, token, path } = await aVisit();
  const stream = await listen('2');
  await stream.until('conversation.updated');
  await change({ status: 'inactive' });
  expect(names(await stream.toEnd())).toEqual(['conversation.updated']);
  const refused = await parley.call('GET', `${path}/events`, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'agent_inactive']);
  expect((await parley.call('GET', `${path}/messages`, { token })).status).toBe(200);
  await change({ status: 'active' });
  const again = await listen('2');
  expect(names(await again.until('conversation.updated'))).toEqual(['ready', 'conversation.updated']);
  again.leave();
});

it('a stream ends when the agent is to be deleted', async () => {
  const stream = await (await aVisit()).listen('2');
  await stream.until('conversation.updated');
  await asMember('DELETE', `/agents/${desk.agent.id}`);
  expect(names(await stream.toEnd())).toEqual(['conversation.updated']);
  await asMember('POST', `/agents/${desk.agent.id}/restore`);
});

it('streams of the chat page end when the operator blocks it; those of the widget go on', async () => {
  await change({ chatPageEnabled: true });
  const [page, widget] = [await aVisit('page'), await aVisit()];
  const [onPage, inWidget] = [await page.listen('2'), await widget.listen('2')];
  await Promise.all([onPage.until('conversation.updated'), inWidget.until('conversation.updated')]);
  await parley.get(AgentsOperatorService).blockChatPage(desk.agent.id, true);
  await onPage.toEnd().catch((broken: unknown) => broken);
  expect((await parley.call('GET', `${page.path}/events`, { token: page.token })).status).toBe(404);
  await asMember('POST', `/inbox/${widget.conversationId}/typing`, { typing: true });
  await inWidget.until('typing');
  inWidget.leave();
  await parley.get(AgentsOperatorService).blockChatPage(desk.agent.id, false);
});

it('a member who types is shown as a person, and one who only looks is not', async () => {
  const { listen, conversationId, token } = await aVisit();
  const stream = await listen('2');
  await stream.until('conversation.updated');
  const present = (state: string) => asMember('POST', `/inbox/${conversationId}/presence`, { state });
  await present('viewing');
  await present('typing');
  expect((await stream.until('typing')).map(({ data }) => data)).toEqual([{ from: 'person', typing: true }]);
  await present('viewing');
  await present('left');
  await feedHasLooked(2);
  const body = { message: 'Thank you', requestId: `streams-${++requests}`, conversationId };
  await parley.call('POST', '/visitor/messages', { token, body });
  expect(names(await stream.until('message.created'))).not.toContain('typing');
  stream.leave();
});

it('a stream ends after its time, and goes on where it was', async () => {
  VISITOR_STREAM.lastsMs = 1;
  const { listen, token, conversationId } = await aVisit();
  const ended = (await (await listen('0')).toEnd()).map(({ id, event }) => [id, event]);
  expect(ended.slice(0, 3)).toEqual([
    ['0', 'ready'],
    ['1', 'message.created'],
    ['2', 'message.created'],
  ]);
  VISITOR_STREAM.lastsMs = usual.lastsMs;
  const body = { message: 'Thanks', requestId: `streams-${++requests}`, conversationId };
  await parley.call('POST', '/visitor/messages', { token, body });
  const on = await listen(ended.at(-1)![0]);
  expect((await on.until('conversation.updated')).map(({ id, event }) => [id, event])).toEqual([
    ['2', 'ready'],
    ['3', 'message.created'],
    ['4', 'message.created'],
    ['4', 'conversation.updated'],
  ]);
  on.leave();
});

it('streams end at once when the process does, and go on at another one', async () => {
  const beside = await startParley({ beside: parley, settings: { SECRET_KEY: parley.settings.values.SECRET_KEY } });
  const { token, conversationId, listen } = await aVisit();
  const stream = await streamedEvents(beside, token, conversationId, '2');
  await stream.until('conversation.updated');
  const [events] = await Promise.all([stream.toEnd(), beside.stop()]);
  expect(names(events)).toEqual(['conversation.updated']);
  const there = await listen(events.at(-1)!.id);
  await there.until('conversation.updated');
  there.leave();
});

it('deletes sessions that were unused for 30 days, and keeps their messages', async () => {
  const [old, young] = [await aVisit(), await aVisit()];
  const used = (days: number, id: string) =>
    parley.database.query(
      `UPDATE visitor_sessions s SET last_used_at = now() - make_interval(days => $1) FROM visitor_conversations v
       WHERE v.conversation_id = $2 AND s.id = v.session_id`,
      [days, id],
    );
  await used(31, old.conversationId);
  await used(29, young.conversationId);
  await parley.drain();
  const sessions = await parley.database.query<{ id: string; stored: boolean }[]>(
    'SELECT conversation_id AS id, session_id IS NOT NULL AS stored FROM visitor_conversations WHERE conversation_id IN ($1, $2)',
    [old.conversationId, young.conversationId],
  );
  expect(Object.fromEntries(sessions.map(({ id, stored }) => [id, stored]))).toEqual({
    [old.conversationId]: false,
    [young.conversationId]: true,
  });
  expect((await asMember('GET', `/inbox/${old.conversationId}`)).status).toBe(200);
  // Its token stands for a session in which nothing was said.
  expect((await parley.call('GET', '/visitor/session', { token: old.token })).body.conversations).toEqual([]);
});

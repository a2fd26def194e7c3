import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../src/common/database/uuid';
import { type EventPieces, type StreamedEvent, STREAM_TIMES } from '../../src/common/http/event-stream';
import { logger } from '../../src/common/logging/logger';
import { MOST_WAITING } from '../../src/inbox/events/feed-queue';
import { InboxStreamsService } from '../../src/inbox/events/inbox-streams.service';
import type { Member } from '../../src/common/request/principal';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { EventStream } from '../support/event-stream';
import { type Parley, startParley } from '../support/parley';
import { isWhole, RawRequest } from '../support/raw-http';

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
  desk = await ConversationDesk.open(parley);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => parley.stop());

async function updatesRead(stream: EventPieces, count: number): Promise<void> {
  let read = 0;
  for await (const piece of stream) {
    read += piece.filter(({ event }) => event === 'conversation.updated').length;
    if (read >= count) return;
  }
}

it('informs a slow reader, who misses nothing after resuming', async () => {
  const { workspace, owner, agent } = desk;
  const member = { workspaceId: workspace.id, memberId: owner.memberId, agentIds: null } as Member;
  const leaving = new AbortController();
  const streams = parley.get(InboxStreamsService);
  const stream = await streams.stream(member, undefined, leaving.signal);
  const alongside = await streams.stream(member, undefined, leaving.signal);
  const events = stream[Symbol.asyncIterator]();
  const nextOne = async (): Promise<StreamedEvent> => ((await events.next()).value as [StreamedEvent])[0];
  const opened = await nextOne();
  expect(opened).toMatchObject({ event: 'stream.opened' });

  const [id] = await desk.insert([{}]);
  const happened = MOST_WAITING.events + 1;
  await parley.database.query(
    `INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
     SELECT $1, $2, $3, 'conversation.updated' FROM generate_series(1, $4::int)`,
    [workspace.id, agent.id, id, happened],
  );
  // Both are handed an event in the same breath, the slow one first.
  await updatesRead(alongside, happened);
  const lagged = await nextOne();
  expect(lagged).toMatchObject({ event: 'stream.lagged', id: opened.id });
  expect((await events.next()).done).toBe(true);
  leaving.abort();

  const again = await EventStream.open(parley, workspace, owner, { after: lagged.id });
  await again.until(() => again.received.length > happened);
  again.leave();
  expect(new Set(again.received.map((event) => event.id)).size).toBe(happened + 1);
  expect(new Set(again.types.slice(1))).toEqual(new Set(['conversation.updated']));
});

it('a stream on which nothing happens has a comment every 15 seconds', async () => {
  expect(STREAM_TIMES.heartbeat).toBe(15_000);
  jest.replaceProperty(STREAM_TIMES, 'heartbeat', 20);
  const leaving = new AbortController();
  const response = await fetch(`${parley.url}/api/v1${desk.path}/events`, {
    headers: { authorization: `Bearer ${desk.owner.secret}` },
    signal: leaving.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.endsWith('\n\n: \n\n: \n\n')) text += (await reader.read()).value ?? '';
  leaving.abort();
  expect(text).toMatch(/^id: .*\nevent: stream\.opened\ndata: .*\n\n(: \n\n)+$/);
});

it('a reader who takes nothing for a minute is cut off, and one who has nothing to take is not', async () => {
  expect(STREAM_TIMES.stuck).toBe(60_000);
  jest.replaceProperty(STREAM_TIMES, 'stuck', 200);
  const infos = jest.spyOn(logger, 'info');
  const elsewhere = await ConversationDesk.open(parley);
  const idle = await EventStream.open(parley, elsewhere.workspace, elsewhere.owner);
  const stuck = RawRequest.send(parley, 'GET', `${desk.path}/events?after=${await placeBeforeMuch()}`, {
    authorization: `Bearer ${desk.owner.secret}`,
    'x-request-id': 'reader-who-is-stuck',
  });
  await stuck.begun();
  const ended = (): unknown[] =>
    infos.mock.calls.filter(([facts]) => (facts as { requestId?: string }).requestId === 'reader-who-is-stuck');
  while (ended().length === 0) await pause(20);
  expect(ended()).toMatchObject([[{ operation: 'streamInboxEvents', complete: false }, 'request']]);
  expect(isWhole(await stuck.rest())).toBe(false);
  await idle.until(({ event }) => event === 'stream.opened');
  expect(idle.ended).toBeNull();
  idle.leave();
});

/** Where a stream can go on from: what follows is more than the service and both ends of a connection hold between them. */
async function placeBeforeMuch(): Promise<string> {
  const { workspace, owner, agent } = desk;
  const stream = await EventStream.open(parley, workspace, owner);
  const [opened] = await stream.until(({ event }) => event === 'stream.opened');
  stream.leave();
  const [id] = await desk.insert([{}]);
  await parley.database.query(
    `WITH said AS (
       INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
       VALUES ($1, $3, $4, 'customer', 'email', repeat('x', 100000))
     )
     INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id)
     SELECT $1, $2::uuid, $3, 'message.created', $4 FROM generate_series(1, 300)`,
    [workspace.id, agent.id, id, newId()],
  );
  return opened!.id;
}

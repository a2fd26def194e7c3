import { VISITOR_FEED } from '../../src/visitor/events/visitor-feed';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { uploaded } from '../factories/inbox-file';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';
import { EICAR, TestClamd } from '../support/virus-scanner';
import { streamedEvents, type VisitorEvent } from '../support/visitor-stream';

interface Attachment {
  id: string;
  fileName: string;
  status: string;
  scan: string | null;
}

let clamd: TestClamd;
let parley: Parley;
let desk: HelpDesk;
const usual = VISITOR_FEED.lookEveryMs;
beforeAll(async () => {
  clamd = await TestClamd.start();
  // Only the feed of the inbox wakes the stream.
  VISITOR_FEED.lookEveryMs = 600_000;
  parley = await startParley({ settings: { FILES_SCANNER: clamd.setting } });
  desk = await aHelpDesk(parley);
});
afterAll(async () => {
  await parley.stop();
  await clamd.stop();
  VISITOR_FEED.lookEveryMs = usual;
});

/** A visitor whose message with a file waits for the scanner. */
async function aVisit(bytes: Buffer | string) {
  clamd.isAway = true;
  const { token } = await aVisitor(parley, desk.agent);
  const { body: file } = await uploaded(parley, '/visitor/files', token, { bytes, fileName: 'figures.txt' });
  const body = { message: 'See the file.', attachmentIds: [file.id], requestId: `scan-${file.id}` };
  const sent = await parley.call('POST', '/visitor/messages', { token, body });
  expect(sent.status).toBe(200);
  const conversationId = sent.body.conversationId as string;
  const listen = (after?: string) => streamedEvents(parley, token, conversationId, after);
  const path = `/visitor/conversations/${conversationId}/messages`;
  const list = async (after = 0) => (await parley.call('GET', `${path}?after=${after}`, { token })).body.messages;
  const download = async (messageId: string) =>
    (
      await fetch(`${parley.url}/api/v1${path}/${messageId}/attachments/${file.id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  return { token, conversationId, file, listen, list, download };
}

async function scanAgain(): Promise<void> {
  clamd.isAway = false;
  await parley.database.query(
    'UPDATE files SET work_due_at = now() WHERE workspace_id = $1 AND work_due_at IS NOT NULL',
    [desk.workspace.id],
  );
  await parley.drain();
}

function messageOf({ data }: VisitorEvent): { id: string; seq: number; attachments: Attachment[] } {
  return data['message'] as ReturnType<typeof messageOf>;
}

it.each([
  ['clean', Buffer.from('figures'), 'ready', 200],
  ['infected', EICAR, 'infected', 409],
] as const)('the stream tells that a file of a message is %s', async (scan, bytes, status, download) => {
  const visit = await aVisit(bytes);
  const stream = await visit.listen('0');
  const [before] = (await stream.until('message.created')).slice(-1).map(messageOf);
  expect(before!.attachments).toMatchObject([{ id: visit.file.id, status: 'scanning', scan: null }]);
  await stream.until('conversation.updated');
  expect(await visit.download(before!.id)).toBe(409);
  await scanAgain();
  const event = (await stream.until('message.updated')).at(-1)!;
  expect(messageOf(event)).toMatchObject({ id: before!.id, seq: before!.seq, attachments: [{ status, scan }] });
  expect(await visit.download(before!.id)).toBe(download);
  stream.leave();

  // It is no new message, and a stream that goes on after it has it no more.
  expect(await visit.list(before!.seq)).not.toContainEqual(expect.objectContaining({ id: before!.id }));
  const { body } = await parley.call('GET', '/visitor/session', { token: visit.token });
  expect(body.conversations[0].unreadCount).toBeLessThanOrEqual(1);
  const on = await visit.listen(event.id);
  expect((await on.until('conversation.updated')).map((one) => one.event)).toEqual(['ready', 'conversation.updated']);
  on.leave();
});

it('a stream that begins later has the verdict, in the message and as its change', async () => {
  const visit = await aVisit('later');
  const [{ id, seq }] = await visit.list();
  await scanAgain();
  const stream = await visit.listen(String(seq));
  const events = await stream.until('conversation.updated');
  const changed = events.filter(({ event }) => event === 'message.updated').map(messageOf);
  expect(changed).toMatchObject([{ id, attachments: [{ status: 'ready', scan: 'clean' }] }]);
  stream.leave();
});

it('the verdict on a file of a note is no event for the visitor', async () => {
  const visit = await aVisit('of the visitor');
  await scanAgain();
  clamd.isAway = true;
  const path = `/workspaces/${desk.workspace.id}/inbox`;
  const token = desk.admin.secret;
  const { body: file } = await uploaded(parley, `${path}/files`, token, { bytes: 'secret' });
  const body = { content: 'A note', attachmentIds: [file.id] };
  const note = await parley.call('POST', `${path}/${visit.conversationId}/notes`, { token, body });
  expect(note.status).toBe(201);
  const places = () =>
    parley.database.query('SELECT last_seq FROM visitor_conversations WHERE conversation_id = $1', [
      visit.conversationId,
    ]);
  const before = await places();
  await scanAgain();
  expect(await places()).toEqual(before);
});

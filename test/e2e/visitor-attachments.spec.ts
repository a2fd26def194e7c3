import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { PNG, uploaded } from '../factories/inbox-file';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
  const preferences = { token: desk.admin.secret, body: { undoSendSeconds: 0 } };
  await parley.call('PATCH', '/account/preferences', preferences);
});
afterAll(() => parley.stop());

const inbox = (): string => `/workspaces/${desk.workspace.id}/inbox`;
const asMember = (method: string, path: string, body?: object) =>
  parley.call(method, `${inbox()}${path}`, { token: desk.admin.secret, body });

interface Carried {
  token: string;
  conversationId: string;
  messageId: string;
  fileId: string;
}

/** A member has written to a visitor with a file; it is sent. */
async function written(bytes: Buffer | string, fileName: string): Promise<Carried> {
  const { token } = await aVisitor(parley, desk.agent);
  const message = { message: 'How do I reset my password?', requestId: 'r-1' };
  const { body: turn } = await parley.call('POST', '/visitor/messages', { token, body: message });
  const { conversationId } = turn;
  const { body: file } = await uploaded(parley, `${inbox()}/files`, desk.admin.secret, { bytes, fileName });
  const body = { content: 'See here.', attachmentIds: [file.id] };
  const reply = await asMember('POST', `/${conversationId}/messages`, body);
  await parley.drain();
  return { token, conversationId, messageId: reply.body.id, fileId: file.id };
}

async function download({ token, conversationId, messageId, fileId }: Carried, query = '') {
  const path = `/visitor/conversations/${conversationId}/messages/${messageId}/attachments/${fileId}`;
  const response = await fetch(`${parley.url}/api/v1${path}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('getVisitorAttachment', () => {
  it('gives the files that the messages of a visitor list, to save, and images to show', async () => {
    const carried = await written(PNG, 'photo.png');
    const listed = await parley.call('GET', `/visitor/conversations/${carried.conversationId}/messages`, {
      token: carried.token,
    });
    expect(listed.body.messages.map((message: { attachments: unknown }) => message.attachments)).toEqual([
      [],
      [],
      [
        {
          id: carried.fileId,
          fileName: 'photo.png',
          mediaType: 'image/png',
          sizeBytes: PNG.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          previewable: true,
          scan: 'none',
          status: 'ready',
        },
      ],
    ]);
    const [saved, shown] = [await download(carried), await download(carried, '?preview=true')];
    for (const { bytes, headers } of [saved, shown]) {
      expect(bytes.equals(PNG)).toBe(true);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
    const types = [saved, shown].map(({ headers }) => headers.get('content-type'));
    expect(types).toEqual(['application/octet-stream', 'image/png']);
  });

  it('400 for a preview of a page', async () => {
    const carried = await written('<script>alert(1)</script>', 'photo.png');
    expect((await download(carried, '?preview=true')).status).toBe(400);
    expect((await download(carried)).bytes.toString()).toBe('<script>alert(1)</script>');
  });

  it('404 to another visitor, for a note, and for a reply that is not sent', async () => {
    const carried = await written('x', 'a.txt');
    const { token } = await aVisitor(parley, desk.agent);
    expect((await download({ ...carried, token })).status).toBe(404);
    const { body: file } = await uploaded(parley, `${inbox()}/files`, desk.admin.secret, { bytes: 'x' });
    const note = { content: 'Internal.', attachmentIds: [file.id] };
    const { body } = await asMember('POST', `/${carried.conversationId}/notes`, note);
    expect((await download({ ...carried, messageId: body.id, fileId: file.id })).status).toBe(404);
    await parley.database.query('UPDATE messages SET sent_at = NULL WHERE id = $1', [carried.messageId]);
    expect((await download(carried)).status).toBe(404);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PlansService } from '../../src/workspaces/plans/plans.service';
import { SourceDesk } from '../factories/source-fixtures';

let desk: SourceDesk;
beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());

const ROWS = ['knowledge_files', 'knowledge_file_pieces'];
async function rows(): Promise<number[]> {
  const counts = ROWS.map((table) =>
    desk.parley.database.query(`SELECT count(*)::int AS n FROM ${table} WHERE agent_id = $1`, [desk.agent.id]),
  );
  return (await Promise.all(counts)).map(([row]) => row.n);
}
const UNUSED = 'UPDATE knowledge_files SET due_at = now() - $1::interval WHERE agent_id = $2';

describe('uploadSourceFile', () => {
  const upload = async (bytes: Buffer | string, mediaType = 'text/markdown', secret = desk.admin.secret) => {
    const response = await fetch(`${desk.parley.url}/api/v1${desk.path}/files`, {
      method: 'POST',
      headers: { 'content-type': mediaType, authorization: `Bearer ${secret}` },
      body: new Uint8Array(Buffer.from(bytes)),
    });
    return { status: response.status, body: (await response.json()) as { id: string; code: string } };
  };
  const create = (fileId: unknown, more: object = {}) =>
    desk.call('POST', '', { type: 'file', name: 'Handbook', fileId, ...more });
  beforeEach(async () => {
    desk = await SourceDesk.open(desk.parley);
  });

  it('200 with the file, of which a source is made that is larger than a body of JSON', async () => {
    // What is not read of Markdown makes it long: comments.
    const text = `# Zebras\n\n<!-- ${'x'.repeat(2_000_000)} -->\n\nZebras graze.`;
    const file = await upload(text);
    expect([file.status, file.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        workspaceId: desk.agent.workspaceId,
        agentId: desk.agent.id,
        mediaType: 'text/markdown',
        sizeBytes: text.length,
        expiresAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await rows()).toEqual([1, 4]);
    const source = (await create(file.body.id)).body;
    expect(source).toMatchObject({ status: 'queued', mediaType: 'text/markdown', sizeBytes: text.length });
    await desk.drain();
    expect(await desk.read(source.id)).toMatchObject({ status: 'ready', chunkCount: 1 });
    expect((await desk.found('zebras')).map((found) => found.text)).toEqual(['Zebras graze.']);
    expect((await desk.call('GET', `/${source.id}/progress`)).body).toMatchObject({ progress: 1, status: 'ready' });
    expect(await rows()).toEqual([0, 4]);
    expect((await desk.refreshed(source.id)).status).toBe('ready');
    await desk.call('DELETE', `/${source.id}`);
    await desk.drain();
    expect(await rows()).toEqual([0, 0]);
  });

  it('400 for a file that is of no source’s making: used already, of another agent, too old, of no form', async () => {
    const { id } = (await upload('Zebras.')).body;
    expect((await create(id)).status).toBe(202);
    const again = await create(id);
    expect([again.status, again.body.code, again.body.details[0].path]).toEqual([
      400,
      'association_invalid',
      '/fileId',
    ]);
    const elsewhere = (await upload('Zebras.')).body;
    const other = await SourceDesk.open(desk.parley);
    const body = { type: 'file', name: 'Handbook', fileId: elsewhere.id };
    expect((await other.call('POST', '', body)).body.code).toBe('association_invalid');
    await desk.parley.database.query(UNUSED, ['1 second', desk.agent.id]);
    expect((await create(elsewhere.id)).body.code).toBe('association_invalid');
    for (const [fileId, more] of [
      ['x', {}],
      [1, {}],
      [id, { mediaType: 'text/plain' }],
      [id, { contentBase64: 'QQ==' }],
    ] as const) {
      expect((await create(fileId, more)).body.code).toBe('validation_failed');
    }
  });

  it('one source for an Idempotency-Key, however often it is created', async () => {
    const { id } = (await upload('Zebras.')).body;
    const options = { token: desk.admin.secret, headers: { 'idempotency-key': 'handbook-1' } };
    const body = { type: 'file', name: 'Handbook', fileId: id };
    const replies = [1, 2].map(() => desk.parley.call('POST', desk.path, { ...options, body }));
    const [first, second] = await Promise.all(replies);
    const third = await desk.parley.call('POST', desk.path, { ...options, body });
    expect([first!.status, second!.status].sort()).toEqual(
      [first!, second!].some(({ status }) => status === 409) ? [202, 409] : [202, 202],
    );
    expect([third.status, third.body.id, third.headers.get('idempotency-replayed')]).toEqual([202, id, 'true']);
    expect((await desk.call('GET')).body.sources).toHaveLength(1);
  });

  it('413 beyond 25 MiB, announced or not, and nothing stays; 400 for nothing and for other types', async () => {
    const long = await upload(Buffer.alloc(26_214_401));
    expect([long.status, long.body.code]).toEqual([413, 'payload_too_large']);
    async function* endless() {
      for (let sent = 0; sent <= 26_214_400; sent += 1_048_576) yield Buffer.alloc(1_048_576, 'x');
      yield Buffer.alloc(1_048_576, 'x');
    }
    const unannounced = await fetch(`${desk.parley.url}/api/v1${desk.path}/files`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${desk.admin.secret}` },
      body: ReadableStream.from(endless()) as never,
      duplex: 'half',
    });
    expect(unannounced.status).toBe(413);
    expect((await upload('')).body.code).toBe('validation_failed');
    const type = await upload('x', 'application/zip');
    expect([type.status, type.body.code]).toEqual([400, 'unsupported_media_type']);
    expect(await rows()).toEqual([0, 0]);
  });

  /** Announces so many bytes, and sends some. */
  const begin = (length: number, some: string): Socket => {
    const socket = connect(Number(new URL(desk.parley.url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1${desk.path}/files HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n` +
        `Authorization: Bearer ${desk.admin.secret}\r\nContent-Length: ${length}\r\n\r\n${some}`,
    );
    return socket;
  };

  it('413 for more than 25 MiB that are announced, before any of it comes', async () => {
    const socket = begin(26_214_401, '');
    // A reader of the body would wait forever.
    const answered = once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    const [answer] = (await answered.finally(() => socket.destroy())) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(await rows()).toEqual([0, 0]);
  });

  it('an upload that is left leaves nothing', async () => {
    const socket = begin(20_000_000, 'x'.repeat(1_200_000));
    while ((await rows())[1] !== 2) await pause(20);
    socket.destroy();
    while ((await rows()).some((n) => n > 0)) await pause(20);
    expect(await rows()).toEqual([0, 0]);
  });

  it('429 while 20 files wait; unused files are deleted', async () => {
    for (let n = 0; n < 20; n += 1) expect((await upload('x')).status).toBe(200);
    expect([(await upload('x')).body.code, (await upload('x')).status]).toEqual(['rate_limited', 429]);
    await desk.parley.database.query(UNUSED, ['10 minutes', desk.agent.id]);
    await desk.drain();
    expect(await rows()).toEqual([0, 0]);
    expect((await upload('x')).status).toBe(200);
  });

  it('counts for the plan when a source is made of it', async () => {
    const { id } = (await upload('x'.repeat(3_000_000), 'text/plain')).body;
    const plans = desk.parley.get(PlansService);
    const limit = jest
      .spyOn(plans, 'limit')
      .mockImplementation((_plan, what) => (what === 'sourceBytes' ? 2_000_000 : 100));
    const refused = await create(id);
    limit.mockRestore();
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit_reached']);
    expect((await create(id)).status).toBe(202);
  });
});

import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { logger } from '../../src/common/logging/logger';
import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
afterEach(() => jest.restoreAllMocks());
beforeEach(async () => {
  desk = await ImportDesk.open(parley);
});

describe('importContacts: the upload', () => {
  it('202 with the record and its address; the file is gone when the work is done', async () => {
    const reply = await desk.upload('name\nAnn Lee\n');
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ status: 'queued', format: 'csv', sizeBytes: 13, rowsTotal: 1, rowsRead: 0 });
    expect(reply.headers.get('location')).toMatch(new RegExp(`/contacts/import/${reply.body.id}$`));
    expect(await desk.chunks()).toBe(1);
    await parley.drain();
    expect(await desk.read(reply.body.id)).toMatchObject({
      status: 'completed',
      progress: 1,
      created: 1,
      failure: null,
    });
    expect(await desk.chunks()).toBe(0);
  });

  it.each([
    ['no header', '\n', 'required'],
    ['a quote in the header that is never closed', 'name,"email\nA,b\n', 'malformed'],
    ['a quote that is never closed', 'name\nA\n"B\nC\n', 'malformed'],
    ['a row that is too long', `name\n${'x'.repeat(1_048_577)}\n`, 'too_long'],
    ['a header without a visible character', '\u0000\u0001', 'required'],
    ['a header of a thousand and one columns', `${','.repeat(1_000)}name\n`, 'too_many'],
  ])('400 for %s, and keeps nothing', async (_what, file, code) => {
    const { status, body } = await desk.upload(file);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: [{ code }] });
    expect(await desk.imports()).toBe(0);
    expect(await desk.chunks()).toBe(0);
  });

  it('429 while ten files of the workspace wait', async () => {
    for (let n = 0; n < 10; n++) expect((await desk.upload('name\nA\n')).status).toBe(202);
    const reply = await desk.upload('name\nA\n');
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([429, 'rate_limited', '30']);
    await parley.drain();
    expect((await desk.upload('name\nA\n')).status).toBe(202);
  });

  it('400 without a body, 413 for more than 1,000,000 rows', async () => {
    const path = `${desk.path}/import`;
    expect((await parley.call('POST', path, { token: desk.owner.secret })).body).toMatchObject({
      code: 'validation_failed',
    });
    const { status, body } = await desk.upload(`name\n${'A\n'.repeat(1_000_001)}`);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(await desk.chunks()).toBe(0);
  });

  it.each(['application/json', 'text/plain', 'text/csv; charset=latin1', ''])(
    '400 for the media type %j',
    async (type) => {
      const { status, body } = await desk.upload('name\nA\n', type);
      expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
      expect(body.error).toContain('text/csv or application/x-ndjson');
    },
  );

  it('400 for a compressed file', async () => {
    const response = await fetch(`${parley.url}/api/v1/workspaces/${desk.workspace.id}/contacts/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip', authorization: `Bearer ${desk.owner.secret}` },
      body: gzipSync('name\nAnn\n'),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'unsupported_media_type' }]);
  });

  describe('over a raw connection', () => {
    const begin = async (secret: string, length: number): Promise<Socket> => {
      const socket = connect(Number(new URL(parley.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST /api/v1${desk.path}/import HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n` +
          `Authorization: Bearer ${secret}\r\nContent-Length: ${length}\r\n\r\nname\n`,
      );
      return socket;
    };
    const answerOf = async (socket: Socket): Promise<string> => {
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString()));
      await new Promise((resolve) => socket.once('close', resolve));
      return text;
    };

    it('a refused upload is answered at once and not read to its end', async () => {
      const socket = await begin('ca_nonsense', 900_000_000);
      expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 401 /);
      expect(socket.bytesWritten).toBeLessThan(1_000_000);
    });

    it('who goes on sending after a refusal is cut off', async () => {
      const socket = await begin('ca_nonsense', 900_000_000);
      const sending = setInterval(() => socket.write('Ann Lee\n'), 50);
      try {
        expect(await Promise.race([answerOf(socket), pause(4_500, 'still open')])).toMatch(/^HTTP\/1.1 401 /);
      } finally {
        clearInterval(sending);
        socket.destroy();
      }
    });

    it('413 for a file that says it is too large, before any of it', async () => {
      expect(await answerOf(await begin(desk.owner.secret, 1_073_741_825))).toMatch(/^HTTP\/1.1 413 /);
    });

    it('400 in the middle of an upload reaches its sender', async () => {
      const socket = await begin(desk.owner.secret, 900_000_000);
      socket.write('x'.repeat(2_000_000));
      expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 400 [\s\S]*too_long/);
    });

    it('who leaves before the end leaves nothing', async () => {
      const socket = await begin(desk.owner.secret, 900_000_000);
      socket.write('Ann Lee\n'.repeat(100_000));
      while ((await desk.chunks()) === 0) await pause(10);
      socket.destroy();
      for (let waited = 0; waited < 5_000 && (await desk.chunks()) > 0; waited += 20) await pause(20);
      expect(await desk.imports()).toBe(0);
    });

    it('who leaves is no failure of ours', async () => {
      const [infos, failed] = [jest.spyOn(logger, 'info'), jest.spyOn(logger, 'error')];
      const socket = await begin(desk.owner.secret, 900_000_000);
      while ((await desk.imports()) === 0) {
        socket.write('Ann Lee\n'.repeat(100_000));
        await pause(10);
      }
      socket.destroy();
      while ((await desk.imports()) > 0) await pause(10);
      expect((await desk.list()).status).toBe(200);
      expect(failed).not.toHaveBeenCalled();
      expect(infos).toHaveBeenCalledWith(
        expect.objectContaining({ operation: 'importContacts', complete: false }),
        'request',
      );
    });
  });

  it('clears an upload whose process has died', async () => {
    const { id } = await desk.queue('name\nAnn\n');
    await parley.database.query(
      `UPDATE contact_imports SET status = 'uploading', due_at = now() - interval '1 s' WHERE id = $1`,
      [id],
    );
    await parley.drain();
    expect(await parley.database.query('SELECT FROM contact_imports WHERE id = $1', [id])).toEqual([]);
    expect(await desk.contacts()).toEqual([]);
  });
});

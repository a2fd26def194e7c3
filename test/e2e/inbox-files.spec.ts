import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FilesRepository } from '../../src/files/files.repository';
import { PlansService } from '../../src/workspaces/plans/plans.service';
import { InboxDesk } from '../factories/inbox-fixtures';
import { PNG, uploaded, type UploadReply } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
});

const path = (): string => `/workspaces/${desk.workspace.id}/inbox/files`;
const upload = (bytes: Buffer | string, fileName = 'manual.txt', by = desk.author): Promise<UploadReply> =>
  uploaded(parley, path(), by.secret, { bytes, fileName });

async function rows(): Promise<number[]> {
  const counts = ['files', 'file_pieces'].map((table) =>
    parley.database.query(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [desk.workspace.id]),
  );
  return (await Promise.all(counts)).map(([row]) => row.n);
}

/** The limits of all plans, with these ones. */
function limited(limits: Partial<Record<string, number>>): jest.SpyInstance {
  const plans = parley.get(PlansService);
  const real = plans.limit.bind(plans);
  return jest.spyOn(plans, 'limit').mockImplementation((plan, name) => limits[name] ?? real(plan, name));
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('uploadInboxFile', () => {
  it('201 with the facts of the file, however many pieces it has', async () => {
    const bytes = Buffer.alloc(1_300_000, 'abc\n');
    const { status, body } = await upload(bytes, 'C:\\dir\\..\\Grö\u202eße\u0007.txt');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        fileName: 'Größe.txt',
        mediaType: 'text/plain',
        sizeBytes: 1_300_000,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        previewable: false,
        status: 'ready',
        scan: 'none',
        expiresAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const hours = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect((await rows())[0]).toBe(1);
  });

  it.each([
    ['an image with another ending', PNG, 'notes.txt', 'image/png'],
    ['a PDF', '%PDF-1.7\n', 'a', 'application/pdf'],
    ['HTML', '<p>Hi</p>', 'page.HTML', 'text/html'],
    ['CSV', 'a,b\n1,2\n', 'figures.csv', 'text/csv'],
    ['text', 'Grüße', 'a.unknown', 'text/plain'],
    ['bytes', Buffer.from([1, 0, 254, 3]), 'a.csv', 'application/octet-stream'],
  ])('takes the type from the content: %s', async (_what, bytes, fileName, mediaType) => {
    const { body } = await upload(bytes, fileName);
    expect([body.mediaType, body.previewable]).toEqual([mediaType, mediaType === 'image/png']);
  });

  const installer = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_000),
    Buffer.from('84100c0000000000c000000000000046', 'hex'),
  ]);
  const volume = Buffer.alloc(40_000);
  volume.write('CD001', 32_769);
  it.each<[string, Buffer | string, string]>([
    ['a program', Buffer.from(`MZ${'\0'.repeat(200)}`), 'photo.png'],
    ['an installer', installer, 'a.doc'],
    ['a disk image', volume, 'a.bin'],
    ...['exe', 'DLL', 'msi', 'bat', 'cmd', 'ps1', 'js', 'vbs', 'hta', 'lnk', 'scr', 'jar', 'iso', 'apk'].map(
      (ending): [string, string, string] => [`a name that ends in ${ending}`, 'x', `a.pdf.${ending}. `],
    ),
  ])('400 file_type_not_allowed for %s', async (_what, bytes, fileName) => {
    const { status, body } = await upload(bytes, fileName);
    expect([status, body.code]).toEqual([400, 'file_type_not_allowed']);
    expect(await rows()).toEqual([0, 0]);
  });

  it('400 for an empty file and without a name', async () => {
    expect((await upload('')).body.code).toBe('validation_failed');
    expect((await upload('x', '')).body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'query.fileName' }],
    });
    expect(await rows()).toEqual([0, 0]);
  });

  it('413 beyond attachmentBytes, and nothing stays', async () => {
    limited({ attachmentBytes: 1_000_000 });
    expect((await upload(Buffer.alloc(1_000_000, 'x'))).status).toBe(201);
    const { status, body } = await upload(Buffer.alloc(1_000_001, 'x'));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect((await rows())[0]).toBe(1);
  });

  it('403 beyond storageBytes: of two uploads for the last bytes, one', async () => {
    limited({ storageBytes: 1_500_000 });
    const replies = await Promise.all([1, 2].map(() => upload(Buffer.alloc(1_000_000, 'x'))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403]);
    const refused = replies.find(({ status }) => status === 403);
    expect(refused!.body).toMatchObject({ code: 'plan_limit_reached', details: [{ limit: 'storageBytes' }] });
    expect((await rows())[0]).toBe(1);
    expect((await upload(Buffer.alloc(500_001, 'x'))).status).toBe(403);
    expect((await upload(Buffer.alloc(500_000, 'x'))).status).toBe(201);
    expect((await upload('x')).status).toBe(403);
  });

  it('429 for the 21st unused file of a member, for over 100 MiB of them, not for another member', async () => {
    const [first] = await Promise.all(Array.from({ length: 20 }, () => upload('x')));
    expect([(await upload('x')).status, (await upload('x')).body.code]).toEqual([429, 'rate_limited']);
    expect((await upload('x', 'a.txt', await desk.member())).status).toBe(201);
    await parley.database.query('UPDATE files SET size_bytes = 104857600 WHERE id = $1', [first!.body.id]);
    await parley.database.query('DELETE FROM files WHERE workspace_id = $1 AND id <> $2', [
      desk.workspace.id,
      first!.body.id,
    ]);
    expect((await upload('x')).status).toBe(429);
  });

  it('an upload that is broken off leaves nothing', async () => {
    const socket = connect(Number(new URL(parley.url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1${path()}?fileName=a.txt HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n` +
        `Authorization: Bearer ${desk.author.secret}\r\nContent-Length: 9000000\r\n\r\n${'x'.repeat(1_200_000)}`,
    );
    while ((await rows())[1] !== 2) await pause(20);
    socket.destroy();
    while ((await rows()).some((n) => n > 0)) await pause(20);
    expect(await rows()).toEqual([0, 0]);
  });

  it('an upload that has lost its place never gets it back, since its pieces go', async () => {
    const files = parley.get(FilesRepository);
    const file = {
      workspaceId: desk.workspace.id,
      uploaderId: `member:${desk.author.memberId}`,
      fileName: 'a',
      mediaType: '',
    };
    const whole = { mediaType: 'text/plain', sha256: Buffer.alloc(32) };
    const key = await files.insert(file);
    await files.renew(key);
    expect(await files.append(key, 0, Buffer.from('x'))).toBe(true);
    await parley.database.query(`UPDATE files SET due_at = now() - interval '1 second' WHERE id = $1`, [key.id]);
    await files.renew(key);
    expect(await files.append(key, 1, Buffer.from('x'))).toBe(false);
    expect(await files.finish(key, whole)).toBeNull();
    expect(await files.finish(await files.insert(file), whole)).not.toBeNull();
  });

  it('unused files are deleted after a day', async () => {
    await upload('x');
    await parley.database.query(`UPDATE files SET due_at = now() - interval '1 second' WHERE workspace_id = $1`, [
      desk.workspace.id,
    ]);
    await parley.drain();
    expect(await rows()).toEqual([1, 1]);
    await parley.database.query(`UPDATE files SET due_at = now() - interval '10 minutes' WHERE workspace_id = $1`, [
      desk.workspace.id,
    ]);
    await parley.drain();
    expect(await rows()).toEqual([0, 0]);
  });
});

describe('getInboxFile', () => {
  it('200 to the member who has uploaded it; 404 to others, in other workspaces, and once it is too old', async () => {
    const { body } = await upload('x');
    const get = (where: string, { secret }: { secret: string }) => parley.call('GET', where, { token: secret });
    const found = await get(`${path()}/${body.id}`, desk.author);
    expect([found.status, found.body]).toEqual([200, body]);
    expect((await get(`${path()}/${body.id}`, desk.admin)).status).toBe(404);
    expect((await get(`${path()}/${randomUUID()}`, desk.author)).status).toBe(404);
    const other = await InboxDesk.open(parley);
    expect((await get(`/workspaces/${other.workspace.id}/inbox/files/${body.id}`, other.author)).status).toBe(404);
    await parley.database.query('UPDATE files SET due_at = now() WHERE id = $1', [body.id]);
    expect((await get(`${path()}/${body.id}`, desk.author)).status).toBe(404);
  });
});

describe('removeInboxFile', () => {
  it('200, once, to the member who has uploaded it', async () => {
    const { body } = await upload('x');
    const remove = ({ secret }: { secret: string }) => parley.call('DELETE', `${path()}/${body.id}`, { token: secret });
    expect((await remove(desk.admin)).status).toBe(404);
    const both = await Promise.all([remove(desk.author), remove(desk.author)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await rows()).toEqual([0, 0]);
  });
});

import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seal } from '../common/secrets/seal';
import { BackupFile, writeBackup } from './backup-file';
import type { Frame } from './frames';

const SECRET_KEY = 'a secret key of more than 32 characters';
const seal = new Seal({ SECRET_KEY, SECRET_KEY_FALLBACKS: [] }, 'backup');
const header = { migrations: ['One1', 'Two2'], createdAt: '2026-11-24T00:00:00.000Z', version: '1.0.0' };
const FRAMES: Frame[] = [
  { kind: 'table', table: 'moons', columns: ['id', 'name'] },
  { kind: 'rows', text: Buffer.from('1\tIo\n') },
  // Larger than one chunk of a stream.
  { kind: 'rows', text: Buffer.alloc(300_000, '2\tEuropa\n') },
  { kind: 'rows', text: Buffer.alloc(0) },
  { kind: 'counted', rows: 2 },
  { kind: 'end', tables: 1 },
];

describe('a backup file', () => {
  let folder: string;
  let path: string;
  let bytes: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-backup-file-'));
    path = join(folder, 'a');
    const frames = async function* (): AsyncGenerator<Frame> {
      yield* FRAMES;
    };
    await writeBackup(createWriteStream(path), { header, frames: frames(), seal });
    bytes = await readFile(path);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The error message. Null if the file is accepted. */
  const refusal = async (changed: Buffer, by = seal): Promise<string | null> => {
    const other = join(folder, 'b');
    await writeFile(other, changed);
    try {
      await (await BackupFile.open(other, by)).close();
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('returns the written frames', async () => {
    const file = await BackupFile.open(path, seal);
    const read: Frame[] = [];
    for await (const frame of file.frames()) read.push(frame);
    await file.close();
    expect(file.header).toEqual(header);
    expect(read).toEqual(FRAMES);
  });

  // At every eleventh byte, because each try writes and reads a file.
  it('is refused wherever it is cut off, and with extra bytes at its end', async () => {
    for (let end = 0; end < bytes.length; end += 11) {
      const why = await refusal(bytes.subarray(0, end));
      expect([end, why]).toEqual([
        end,
        expect.stringMatching(end < 81 ? /is not a backup/ : /is damaged or incomplete/),
      ]);
    }
    expect(await refusal(Buffer.concat([bytes, Buffer.from('\n')]))).toMatch(/is damaged or incomplete/);
  });

  it('is refused with a changed byte at any place', async () => {
    for (let place = 0; place < bytes.length; place += 11) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect([place, await refusal(changed)]).toEqual([place, expect.any(String)]);
    }
  });

  it('is refused under another key, with the reason', async () => {
    const other = new Seal({ SECRET_KEY: 'another secret key of 32 characters', SECRET_KEY_FALLBACKS: [] }, 'backup');
    expect(await refusal(bytes, other)).toMatch(/was made with another SECRET_KEY/);
    const keys = { SECRET_KEY: 'another secret key of 32 characters', SECRET_KEY_FALLBACKS: [SECRET_KEY] };
    expect(await refusal(bytes, new Seal(keys, 'backup'))).toBeNull();
  });
});

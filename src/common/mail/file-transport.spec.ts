import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTransport } from './file-transport';

const { signal } = new AbortController();

describe('FileTransport', () => {
  it('keeps a bounded number of emails: the newest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const transport = new FileTransport(folder, 10);
    const bytes = Buffer.from('Subject: x\r\n\r\nx');
    for (let n = 0; n <= 100; n++) {
      const mail = { id: String(n), createdAt: new Date(n * 1_000), from: 'a@example.com', to: 'b@example.com', bytes };
      expect(await transport.send(mail, async () => {}, signal)).toEqual({ outcome: 'sent', serverMessageId: null });
    }
    const ids = (await readdir(folder)).sort().map((name) => Number(/-(\d+)\.eml$/.exec(name)?.[1]));
    expect(ids).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
    await rm(folder, { recursive: true });
  });

  it('writes nothing if the email must not be handed over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const mail = {
      id: '1',
      createdAt: new Date(0),
      from: 'a@example.com',
      to: 'b@example.com',
      bytes: Buffer.from(''),
    };
    const handingOver = (): Promise<void> => Promise.reject(new Error('another process has it'));
    expect(await new FileTransport(folder).send(mail, handingOver, signal)).toMatchObject({
      outcome: 'refused',
      final: false,
    });
    expect((await readdir(folder)).filter((name) => name.endsWith('.eml'))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

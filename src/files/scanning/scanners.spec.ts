import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from './ask';
import { scannerFor } from './file-scanner';
import { ScanFailed } from './file-scanner.types';

/** What a server does with a connection; `received` grows. */
type Behaviour = (socket: Socket, received: () => string) => void;

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function serving(behaviour: Behaviour): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {}).on('data', (piece) => (text += piece.toString('latin1')));
    behaviour(socket, () => text);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers once it has this text. */
const after =
  (end: string, answer: string): Behaviour =>
  (socket) => {
    let tail = '';
    socket.on('data', (piece) => {
      tail = (tail + piece.toString('latin1')).slice(-20);
      if (tail.endsWith(end)) socket.end(answer);
    });
  };

async function* file(pieces: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < pieces; n += 1) yield await Promise.resolve(Buffer.alloc(100_000, 'x'));
}

function scan(setting: string, pieces = 3, signal = new AbortController().signal): Promise<string> {
  return scannerFor(setting)!.scan({ bytes: file(pieces), sizeBytes: pieces * 100_000 }, signal);
}

const CLAMD_END = '\0\0\0\0';
const ICAP_END = '0\r\n\r\n';
const BLOCKED = 'HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n';

describe('a scanner of FILES_SCANNER', () => {
  it.each([
    ['clean', 'stream: OK\0'],
    ['infected', 'stream: Eicar FOUND\0'],
  ])('clamd: %s', async (verdict, answer) => {
    expect(await scan(`clamd://${await serving(after(CLAMD_END, answer))}`)).toBe(verdict);
  });

  it('keeps no listener for each piece that waited for the scanner', async () => {
    let most = 0;
    const { write } = Socket.prototype;
    const watched = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...values) {
      most = Math.max(most, this.listenerCount('close'));
      return write.apply(this, values);
    });
    const slow: Behaviour = (socket, received) => {
      after(CLAMD_END, 'stream: OK\0')(socket, received);
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 1);
      });
    };
    expect(await scan(`clamd://${await serving(slow)}`, 300)).toBe('clean');
    watched.mockRestore();
    expect(most).toBeLessThan(5);
  });

  it.each([
    ['clean', 'ICAP/1.0 204 Unmodified\r\nISTag: "a"\r\n\r\n'],
    [
      'infected',
      `ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Threat=Eicar;\r\nEncapsulated: res-hdr=0\r\n\r\n${BLOCKED}`,
    ],
    ['infected', `ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, null-body=60\r\n\r\n${BLOCKED}`],
  ])('icap: %s', async (verdict, answer) => {
    let request = '';
    const address = await serving((socket, received) => {
      after(ICAP_END, answer)(socket, received);
      socket.on('end', () => {}).on('close', () => (request = received()));
      socket.on('data', () => (request = received()));
    });
    expect(await scan(`icap://${address}/virus_scan`)).toBe(verdict);
    const [head = '', get = '', response = '', ...body] = request.split('\r\n\r\n');
    expect(head.split('\r\n').slice(0, 2)).toEqual([
      `RESPMOD icap://${address}/virus_scan ICAP/1.0`,
      `Host: ${address}`,
    ]);
    const parts = /req-hdr=0, res-hdr=(\d+), res-body=(\d+)$/m.exec(head)!.slice(1).map(Number);
    expect(parts).toEqual([get.length + 4, get.length + response.length + 8]);
    expect(body.join('\r\n\r\n').startsWith(`186a0\r\n${'x'.repeat(100_000)}\r\n186a0\r\n`)).toBe(true);
  });

  const silent: Behaviour = () => {};
  const endless: Behaviour = (socket) => {
    const write = (): void =>
      void (socket.writable && socket.write('y'.repeat(50_000)) ? setImmediate(write) : socket.once('drain', write));
    write();
  };
  it.each<[string, Behaviour]>([
    ['closes at once', (socket) => void socket.destroy()],
    ['ends without an answer', (socket) => void socket.end()],
    ['closes in the middle', (socket) => void socket.once('data', () => socket.destroy())],
    ['never stops to answer', endless],
    ['answers in part', after('', 'stream: O')],
    ['speaks another language', after('', 'HTTP/1.1 400 Bad Request\r\n\r\n\0')],
    ['reports an error', after(CLAMD_END, "stream: Can't allocate memory ERROR\0")],
    ['says OK before it has the bytes', (socket) => void socket.write('stream: OK\0')],
  ])('clamd that %s gives no verdict', async (_what, behaviour) => {
    // More than all buffers on the way hold.
    await expect(scan(`clamd://${await serving(behaviour)}`, 300)).rejects.toThrow(ScanFailed);
  });

  it.each<[string, string]>([
    ['cannot find its service', 'ICAP/1.0 404 Service not found\r\n\r\n'],
    ['has an error', 'ICAP/1.0 500 Server error\r\n\r\n'],
    ['changes the file for no reason', 'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['reports an error as a page', 'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0\r\n\r\nHTTP/1.1 500 Error\r\n\r\n'],
    ['stops within the head', 'ICAP/1.0 204 Unmodified\r\n'],
    ['stops before the page', 'ICAP/1.0 200 OK\r\n\r\n'],
    ['sends a head without an end', `ICAP/1.0 204 No\r\n${'A: b\r\n'.repeat(20_000)}`],
  ])('icap that %s gives no verdict', async (_what, answer) => {
    await expect(scan(`icap://${await serving(after(ICAP_END, answer))}/virus_scan`)).rejects.toThrow(ScanFailed);
  });

  const sentBack = (change: (chunks: string) => string): Behaviour => {
    const head = 'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, res-body=50\r\n\r\nHTTP/1.1 200 OK\r\nVia: 1.0 x\r\n\r\n';
    return (socket, received) => {
      socket.on('data', (piece) => {
        if (!piece.toString('latin1').endsWith(ICAP_END)) return;
        const answer = Buffer.from(head + change(received().split('\r\n\r\n').slice(3).join('\r\n\r\n')), 'latin1');
        // In pieces that end anywhere.
        socket.write(answer.subarray(0, 7));
        setImmediate(() => {
          socket.write(answer.subarray(7, 70_001));
          setImmediate(() => socket.end(answer.subarray(70_001)));
        });
      });
    };
  };

  it('icap that sends the same bytes back says that the file is clean, in chunks of any size', async () => {
    expect(await scan(`icap://${await serving(sentBack((chunks) => chunks))}/echo`)).toBe('clean');
    const other = (): string => `${'1;a=b\r\nx\r\n'.repeat(9)}493d7\r\n${'x'.repeat(299_991)}\r\n0\r\n\r\n`;
    expect(await scan(`icap://${await serving(sentBack(other))}/echo`)).toBe('clean');
  });

  it.each<[string, (chunks: string) => string]>([
    ['other bytes', (chunks) => chunks.replace('xxx', 'xyx')],
    ['fewer bytes', () => `3\r\nxxx\r\n${ICAP_END}`],
    ['more bytes', (chunks) => `1\r\nx\r\n${chunks}`],
    ['only a part of the body', (chunks) => chunks.slice(0, -3)],
    ['no chunks', () => 'x'.repeat(300_000)],
    ['a chunk of a strange length', () => '-1\r\nx\r\n'],
    ['a chunk that is larger than can be', () => 'ffffffff\r\nx'],
  ])('icap that sends %s back gives no verdict', async (_what, change) => {
    await expect(scan(`icap://${await serving(sentBack(change))}/echo`)).rejects.toThrow(ScanFailed);
  });

  it.each(['clamd://%', 'icap://%/scan'])('%s that hangs is given up, and with the signal at once', async (setting) => {
    const address = await serving(silent);
    const stopping = new AbortController();
    const scanned = scan(setting.replace('%', address), 3, stopping.signal);
    stopping.abort(new Error('shut down'));
    await expect(scanned).rejects.toThrow('shut down');
    const [host = '', port] = address.split(':');
    const question = { pieces: file(3), reader: { take: () => null } };
    const asked = ask({ host, port: Number(port) }, question, new AbortController().signal, { silenceMs: 50 });
    await expect(asked).rejects.toThrow('The scanner is silent.');
  });

  it('cannot be reached', async () => {
    const address = await serving(silent);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    await expect(scan(`clamd://${address}`)).rejects.toThrow(ScanFailed);
  });

  it('fails with the error of reading the bytes, and never takes a part for the whole', async () => {
    let received = (): string => '';
    const address = await serving((_socket, text) => (received = text));
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('a'));
      throw new Error('the file is gone');
    }
    const scanned = scannerFor(`clamd://${address}`)!.scan(
      { bytes: broken(), sizeBytes: 9 },
      new AbortController().signal,
    );
    await expect(scanned).rejects.toThrow('the file is gone');
    expect(received()).not.toContain(CLAMD_END);
  });
});

describe('a scanner that is a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-scanner-'));
  let made = 0;
  function command(script: string): string {
    const path = join(folder, `scanner-${(made += 1)}`);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `command:${path}`;
  }

  it('decides by its exit, and gets all bytes and no settings', async () => {
    process.env['SECRET_KEY_OF_TEST'] = 'x';
    expect(await scan(command('test "$(wc -c)" = 300000 || exit 3; test -z "$SECRET_KEY_OF_TEST" || exit 4'))).toBe(
      'clean',
    );
    expect(await scan(command('cat > /dev/null; exit 1'))).toBe('infected');
    expect(await scan(command('head -c 10 > /dev/null; exit 1'), 300)).toBe('infected');
  });

  it.each([
    ['exits with another number', 'cat > /dev/null; exit 2'],
    ['is killed', 'kill -9 $$'],
    ['says clean without reading', 'exit 0'],
  ])('that %s gives no verdict', async (_what, script) => {
    await expect(scan(command(script), 300)).rejects.toThrow(ScanFailed);
  });

  it('that is missing or cannot be run gives no verdict', async () => {
    await expect(scan('command:/nowhere/scanner')).rejects.toThrow('The scanner cannot be started.');
    await expect(scan('command:/etc')).rejects.toThrow(ScanFailed);
  });

  it('that hangs ends with the signal, and what it has started too', async () => {
    const stopping = new AbortController();
    const scanned = scan(command('sleep 600 & wait'), 1, stopping.signal);
    setTimeout(() => stopping.abort(new Error('shut down')), 100);
    await expect(scanned).rejects.toThrow('shut down');
  });
});

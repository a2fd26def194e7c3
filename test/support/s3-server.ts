import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'files';

type Trouble = (request: IncomingMessage, response: ServerResponse) => boolean;

/** s3rver with one bucket, behind a proxy that sees requests and makes trouble. */
export class TestS3 {
  /** What was asked, as `PUT /files/…`, with its headers. */
  readonly requests: { line: string; headers: IncomingMessage['headers'] }[] = [];
  /** Handles a request in place of the store: true. */
  trouble: Trouble | null = null;

  private constructor(
    private readonly store: S3rver,
    private readonly storePort: number,
    private readonly proxy: Server,
    private readonly directory: string,
  ) {
    proxy.on('request', (asked: IncomingMessage, reply: ServerResponse) => this.pass(asked, reply));
  }

  static async start(): Promise<TestS3> {
    const directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
    const store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    const { port } = await store.run();
    const proxy = createServer();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return new TestS3(store, port, proxy, directory);
  }

  get setting(): string {
    const { port } = this.proxy.address() as AddressInfo;
    return `s3://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}?region=us-east-1&tls=false`;
  }

  /** The keys of all objects. */
  async keys(): Promise<string[]> {
    const names = await readdir(join(this.directory, BUCKET)).catch(() => []);
    return names.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []).sort();
  }

  async remove(key: string): Promise<void> {
    for (const name of await readdir(join(this.directory, BUCKET)))
      if (name.startsWith(`${key}._S3rver`)) await rm(join(this.directory, BUCKET, name));
  }

  async stop(): Promise<void> {
    this.proxy.closeAllConnections();
    await new Promise((resolve) => this.proxy.close(resolve));
    await this.store.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  private pass(asked: IncomingMessage, reply: ServerResponse): void {
    const { method = '', url: path = '', headers } = asked;
    this.requests.push({ line: `${method} ${path}`, headers });
    asked.on('error', () => {});
    reply.on('error', () => {});
    if (this.trouble?.(asked, reply)) return;
    const onward = request({ host: '127.0.0.1', port: this.storePort, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    asked.on('close', () => {
      if (!asked.complete) onward.destroy();
    });
    asked.pipe(onward);
  }
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What a test's web server says to one request. */
export interface WebPage {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A website of a test's own. It counts what reaches it: connections, and requests by their paths. */
export class WebServer {
  connections = 0;
  readonly requests: IncomingMessage[] = [];
  /** By path; a function where the request decides. What is not there is 404. */
  readonly pages = new Map<string, WebPage | RequestListener>();

  private constructor(private readonly server: Server) {
    server.on('connection', () => (this.connections += 1));
    server.on('request', (request, response) => {
      this.requests.push(request);
      const page = this.pages.get(request.url ?? '') ?? { status: 404 };
      if (typeof page === 'function') return page(request, response);
      response.writeHead(page.status ?? 200, page.headers ?? { 'content-type': 'text/html; charset=utf-8' });
      response.end(page.body ?? '');
    });
  }

  static async start(host = '127.0.0.1', port = 0): Promise<WebServer> {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    return new WebServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  }

  /** How often a path was asked for. */
  countOf(path: string): number {
    return this.requests.filter(({ url }) => url === path).length;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

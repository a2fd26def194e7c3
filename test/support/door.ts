import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door to the service that counts who goes through, and can be shut. For reads. */
export class Door {
  readonly addresses: string[] = [];
  private readonly server: Server;
  private shut = false;

  constructor(private readonly target: string) {
    this.server = createServer((request, response) => {
      this.addresses.push(request.url ?? '');
      if (this.shut) return request.socket.destroy();
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      void fetch(`${this.target}${request.url}`, { headers }).then(async (answer) => {
        const etag = answer.headers.get('etag');
        response.writeHead(answer.status, { 'content-type': 'application/json', ...(etag && { etag }) });
        response.end(await answer.text());
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Closes every connection without an answer. */
  close(): void {
    this.shut = true;
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shopPage } from './shop-page';

/** The website of an invented customer with the widget on it. It has its own port, so to Parley it is another site. */
export async function openShop(publicUrl: string, agentId: string): Promise<string> {
  const page = shopPage(publicUrl, agentId);
  const { origin } = new URL(publicUrl);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    // A site with a strict policy needs only these permissions.
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src ${origin}; frame-src ${origin}`,
  };
  const server = createServer((request, response) => {
    if (request.url === '/') response.writeHead(200, headers).end(page);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', () => resolve());
  });
  // The server stops with the demonstration.
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

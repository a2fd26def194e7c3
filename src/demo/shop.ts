import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shopPage } from './shop-page';

/** A website of a customer that does not exist, with the widget on it, at a port of its own: to Parley it is another site. */
export async function openShop(publicUrl: string, agentId: string): Promise<string> {
  const page = shopPage(publicUrl, agentId);
  const { origin } = new URL(publicUrl);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    // All that a site with a strict policy has to allow.
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
  // It ends with the demonstration.
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

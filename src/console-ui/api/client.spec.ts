import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, READ_TIMES } from './client';

const { longest } = READ_TIMES;
let server: Server;
let baseUrl: string;

/** Takes requests, as behind a connection that is gone: answers to reads never come, and answers to writes come late. */
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'POST') setTimeout(() => response.writeHead(204).end(), 200);
    if (request.url?.endsWith('/preferences')) response.writeHead(200).write('{');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => (READ_TIMES.longest = 20));
afterEach(() => (READ_TIMES.longest = longest));

describe('a request without an answer', () => {
  it('fails after its time where it reads', async () => {
    await expect(api.GET('/account', { baseUrl })).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('fails after its time where only a part of the answer comes', async () => {
    const read = api.GET('/account/preferences', { baseUrl });
    await expect(read).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('is given up where its reader leaves', async () => {
    READ_TIMES.longest = 60_000;
    const leaving = new AbortController();
    const read = api.GET('/account', { baseUrl, signal: leaving.signal });
    leaving.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('may take longer where it writes', async () => {
    const body = { email: 'ann@example.com', password: 'correct horse' };
    const { response } = await api.POST('/sessions', { baseUrl, body });
    expect(response.status).toBe(204);
  });
});

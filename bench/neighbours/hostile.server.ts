import { createServer, type ServerResponse } from 'node:http';

const CHUNK = Buffer.alloc(65_536, 'x');
const DRIP_EVERY_MS = 50;
const HEADERS = `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`;

/** The answers of receivers of webhooks that mean harm, by the first part of the path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/ready': (response) => response.end(),
  '/endless': (response) => write(response.writeHead(200)),
  '/gigabytes': (response) => write(response.writeHead(200, { 'content-length': 4 * 1024 ** 3 })),
  '/drips': (response) => drip(response.writeHead(200)),
  '/refuses': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  '/redirects': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/headers': (response) => response.socket?.write(HEADERS),
  '/silent': () => {},
};

/** As fast as the other side reads. */
function write(response: ServerResponse): void {
  const more = (): void => {
    while (response.write(CHUNK));
  };
  response.on('drain', more);
  response.on('close', () => response.off('drain', more));
  more();
}

function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write('x'), DRIP_EVERY_MS);
  response.on('close', () => clearInterval(dripping));
}

const server = createServer((request, response) => {
  response.on('error', () => {});
  request.resume().on('end', () => ANSWERS[request.url ?? '']?.(response));
});
// Under several addresses, since a process of the service bounds the requests to each host.
server.listen(Number(process.env['PORT']), '0.0.0.0');
process.once('SIGTERM', () => process.exit(0));

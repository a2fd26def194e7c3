import { createServer as createPlainServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { appendEvents, drainUntil, someSubjects, type TestWebhook } from '../factories/webhook';
import { NameServer } from '../support/name-server';
import { WebhookDesk } from '../support/webhook-desk';

const FIXTURES = join(__dirname, '../fixtures/push-service');
/** Of an authority that the service does not trust. */
const CERTIFICATE = {
  cert: readFileSync(join(FIXTURES, 'certificate.pem')),
  key: readFileSync(join(FIXTURES, 'key.pem')),
};
/** No program of the installation may be reached there. */
const CANARY = '127.93.7.5';

let names: NameServer;
let addresses: readonly string[] = [];
const desk = WebhookDesk.forSuite(async () => {
  names = await NameServer.start(() => addresses);
  return {
    DNS_SERVERS: names.address,
    WEBHOOK_TIMEOUT_MS: '1500',
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 13 }, () => '3600').join(),
  };
});
afterAll(() => names.stop());

/** The next delivery of a webhook, after its first attempt. */
async function firstAttempt({ path }: TestWebhook): Promise<unknown> {
  const newest = async () => (await desk.call('GET', `${path}/deliveries`)).body.deliveries[0];
  await appendEvents(desk.parley, desk.workspace.id, someSubjects(1));
  await drainUntil(desk.parley, async () => (await newest())?.attemptCount === 1);
  return newest();
}

describe('a name that leads', () => {
  let canary: Server;
  let connections = 0;
  beforeAll(async () => {
    canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(443, CANARY);
    // Without the right to that port, the failure class alone must show it.
    await Promise.race([once(canary, 'listening'), once(canary, 'error')]).catch(() => {});
  });
  afterAll(() => void canary.close());

  it.each([CANARY, `::ffff:${CANARY}`, '169.254.169.254', '10.0.0.8', 'fd00:ec2::254', '0.0.0.0'])(
    'to %s when the request is sent is not followed',
    async (address) => {
      addresses = ['127.0.0.1'];
      const hook = await desk.make({ url: 'https://hooks.example/hook' });
      addresses = [address];
      expect(await firstAttempt(hook)).toMatchObject({ failureClass: 'blocked_address', status: null });
      expect(connections).toBe(0);
    },
  );
});

describe('a server', () => {
  const started: Server[] = [];
  afterEach(() => {
    for (const server of started.splice(0)) server.close();
  });

  async function classOf(server: Server): Promise<unknown> {
    started.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return firstAttempt(await desk.make({ url: `https://127.0.0.1:${port}/hook` }));
  }
  const withTls = (options: SecureContextOptions = {}): Server =>
    createTlsServer({ ...CERTIFICATE, ...options }, (_request, response) => response.end());

  it('with a certificate of an unknown authority gets nothing', async () => {
    expect(await classOf(withTls())).toMatchObject({ failureClass: 'tls', status: null });
  });

  it('that speaks no TLS, or only versions before 1.2, gets nothing', async () => {
    const plain = createPlainServer((_request, response) => response.end());
    expect(await classOf(plain)).toMatchObject({ failureClass: 'tls' });
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await classOf(withTls(old))).toMatchObject({ failureClass: 'tls' });
  });

  it('that never ends its handshake is left when the time is over', async () => {
    expect(await classOf(createServer(() => {}))).toMatchObject({ failureClass: 'timeout' });
  });
});

describe('a receiver', () => {
  let hook: TestWebhook;
  beforeEach(async () => {
    hook = await desk.make();
  });
  const answers = (answer: (response: ServerResponse) => void): void => desk.receiver.answer(answer);

  it('redirects are not followed', async () => {
    answers((response) => response.writeHead(307, { location: `${desk.receiver.url}/elsewhere` }).end());
    expect(await firstAttempt(hook)).toMatchObject({ failureClass: 'redirect', status: 307 });
    expect(desk.receiver.hooks).toHaveLength(1);
  });

  it('an endless body ends with its bound, and one that drips with its time', async () => {
    answers((response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      response.on('close', () => response.removeListener('drain', more));
      more();
    });
    expect(await firstAttempt(hook)).toMatchObject({ state: 'delivered', status: 200 });
    answers((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    expect(await firstAttempt(hook)).toMatchObject({ state: 'delivered', status: 200 });
  });

  it.each([
    [
      'endless headers',
      (response: ServerResponse) => response.socket!.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`),
      'response_invalid',
    ],
    ['no HTTP', (response: ServerResponse) => response.socket!.write('220 smtp.example ready\r\n'), 'response_invalid'],
    ['silence', () => {}, 'timeout'],
    ['a reset', (response: ServerResponse) => response.socket!.resetAndDestroy(), 'unreachable'],
  ] as const)('%s', async (_name, answer, failureClass) => {
    answers((response) => void answer(response));
    expect(await firstAttempt(hook)).toMatchObject({ failureClass, status: null });
  });
});

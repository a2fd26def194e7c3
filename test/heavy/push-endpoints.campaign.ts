import { anAccount } from '../factories/account';
import { aDevice } from '../factories/device';
import { aPush } from '../factories/push';
import { type Parley, startParley } from '../support/parley';
import { type PushAnswer, PushService } from '../support/push-service';

let parley: Parley;
let service: PushService;

beforeAll(async () => {
  service = await PushService.start();
  parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
});
afterAll(async () => {
  await parley.stop();
  await service.stop();
});

/** Writes as fast as it is taken, and counts. */
function flood(written: { bytes: number }, status: number): PushAnswer {
  const piece = Buffer.alloc(1_048_576, 'x');
  return (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) written.bytes += piece.length;
    };
    response.writeHead(status).on('drain', more);
    more();
  };
}

/** Endpoints that take their time. Each is left after ten seconds, and what one does costs the others nothing. */
it('an endpoint that is slow, silent or endless is left, and the devices beside it are notified', async () => {
  const account = await anAccount(parley);
  const written = { bytes: 0 };
  const answers: [string, PushAnswer, object][] = [
    ['says nothing', () => {}, { outcome: 'retry', failureClass: 'network' }],
    [
      'begins its answer and goes on for ever, a byte a second',
      (response) => {
        const timer = setInterval(() => response.write('x'), 1_000);
        response.on('close', () => clearInterval(timer));
        response.writeHead(400);
        response.write('{');
      },
      { outcome: 'refused', failureClass: 'bad_request' },
    ],
    ['sends gigabytes with its success', flood(written, 201), { outcome: 'accepted' }],
    ['sends gigabytes with its refusal', flood(written, 400), { outcome: 'refused', failureClass: 'bad_request' }],
    [
      'sends headers without end',
      (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX: y'),
      { outcome: 'retry' },
    ],
    ['is well', 201, { outcome: 'accepted' }],
  ];
  const ids: string[] = [];
  for (const [label, answer] of answers) ids.push(await aDevice(parley, account, service.subscribe(answer), label));
  const before = process.memoryUsage().rss;
  const outcomes = await aPush(parley, account, {
    title: 'Ada',
    body: '',
    navigate: 'https://parley.example/',
    tag: 'a',
    lang: 'en',
    dir: 'ltr',
    event: 'customerReply',
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const found = answers.map(([label], place) => [label, outcomes.find(({ deviceId }) => deviceId === ids[place])]);
  expect(found).toMatchObject(answers.map(([label, , outcome]) => [label, outcome]));
  // Two kilobytes are read; sockets and their buffers hold a few megabytes more.
  expect(written.bytes).toBeLessThan(64 * 1_048_576);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1_048_576);
});

it('a request that is aborted by a shutdown gets an error', async () => {
  const account = await anAccount(parley);
  await aDevice(
    parley,
    account,
    service.subscribe(() => {}),
  );
  const stopping = new AbortController();
  const sending = aPush(
    parley,
    account,
    {
      title: 'Ada',
      body: '',
      navigate: 'https://parley.example/',
      tag: 'a',
      lang: 'en',
      dir: 'ltr',
      event: 'assigned',
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    { signal: stopping.signal },
  );
  const before = service.arrived.length;
  const broken = expect(sending).rejects.toThrow('stopping');
  for (let round = 0; round < 1_000 && service.arrived.length === before; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  stopping.abort(new Error('stopping'));
  await broken;
});

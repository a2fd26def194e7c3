import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from '../../src/common/mail/delivery.types';
import { type ShutdownGrace, SmtpTransport } from '../../src/common/mail/smtp-transport';
import { type ScriptedAnswer, ScriptedSmtpServer, type SmtpScript } from '../support/scripted-smtp-server';

const BYTES = Buffer.from('Subject: Hello\r\n\r\n.one dot\r\ntext\r\n');
const MAIL = { id: 'a mail', createdAt: new Date(0), from: 'parley@example.com', to: 'ada@example.com', bytes: BYTES };

/** Silence in one phase is waited out so long; all others have their usual time. */
const SOON = 200;

let server: ScriptedSmtpServer;
let handedOver: number;
beforeAll(async () => {
  server = await ScriptedSmtpServer.start();
});
afterAll(() => server.stop());

interface Circumstances {
  parameters?: string;
  reports?: boolean;
  user?: string;
  handingOver?: () => Promise<void>;
  signal?: AbortSignal;
  grace?: ShutdownGrace;
}

function deliver(script: SmtpScript, circumstances: Circumstances = {}): Promise<Delivery> {
  server.play(script);
  handedOver = 0;
  const { parameters = '', user = '', signal = new AbortController().signal, grace, reports } = circumstances;
  const handingOver = async (): Promise<void> => {
    expect(server.mails).toEqual([]);
    handedOver += 1;
    await circumstances.handingOver?.();
  };
  const transport = new SmtpTransport(`smtp://${user}127.0.0.1:${server.port}?${parameters}`, grace);
  return transport.send({ ...MAIL, ...(reports ? { reports } : {}) }, handingOver, signal);
}

/** The outcome: try again, never try again, or a member has to check. */
function verdict(delivery: Delivery): string {
  if (delivery.outcome !== 'refused') return delivery.outcome;
  return delivery.final ? 'failed' : 'again';
}

function because(delivery: Delivery): unknown[] {
  if (delivery.outcome === 'sent') return [];
  const { class: name, smtpCode, enhancedCode } = delivery.failure;
  return [name, smtpCode, enhancedCode];
}

const hangUp = { then: 'hang up' } as const;
const silence = {};
const HOP: SmtpScript = { ehlo: '250-scripted.example\r\n250-PIPELINING\r\n250-SIZE 1000\r\n250 DSN' };

describe.each([
  ['one command after the other', {}],
  ['commands in one go', HOP],
])('a mail, with %s', (_, hop) => {
  it('is sent where the server takes it', async () => {
    expect(await deliver(hop)).toEqual({ outcome: 'sent', serverMessageId: null });
    expect(handedOver).toBe(1);
    expect(server.mails).toEqual(['Subject: Hello\r\n\r\n..one dot\r\ntext']);
    expect(server.connections).toBe(1);
  });

  it.each<[string, SmtpScript, string, unknown[]]>([
    ['hang up at the greeting', { greeting: hangUp }, 'again', ['connection_lost', null, null]],
    ['no greeting of SMTP', { greeting: 'HTTP/1.1 400 Bad Request' }, 'again', ['connection_lost', null, null]],
    ['554 as greeting', { greeting: '554 5.7.1 go away' }, 'again', ['refused', 554, '5.7.1']],
    ['421 at MAIL', { mail: '421 4.3.2 closing' }, 'again', ['refused', 421, '4.3.2']],
    ['550 at MAIL', { mail: '550 5.7.1 not your address' }, 'again', ['refused', 550, '5.7.1']],
    ['530 at MAIL', { mail: '530 5.7.0 log in first' }, 'again', ['authentication', 530, '5.7.0']],
    ['552 at MAIL', { mail: '552 5.3.4 too much' }, 'failed', ['too_large', 552, '5.3.4']],
    ['452 at MAIL', { mail: '452 4.3.4 too much for now' }, 'again', ['too_large', 452, '4.3.4']],
    ['hang up at MAIL', { mail: hangUp }, 'again', ['connection_lost', null, null]],
    ['450 at RCPT', { rcpt: '450 4.7.1 greylisted' }, 'again', ['refused', 450, '4.7.1']],
    ['503 at RCPT', { rcpt: '503 5.5.1 need MAIL' }, 'again', ['refused', 503, '5.5.1']],
    ['550 at RCPT', { rcpt: '550 5.1.1 nobody' }, 'failed', ['refused', 550, '5.1.1']],
    ['hang up at RCPT', { rcpt: hangUp }, 'again', ['connection_lost', null, null]],
    ['451 at DATA', { data: '451 4.3.0 later' }, 'again', ['refused', 451, '4.3.0']],
    ['554 at DATA', { data: '554 5.6.0 no' }, 'failed', ['refused', 554, '5.6.0']],
    ['hang up at DATA', { data: hangUp }, 'again', ['connection_lost', null, null]],
    ['garbage at DATA', { data: 'what?' }, 'again', ['connection_lost', null, null]],
    ['half a reply at DATA', { data: { say: '35', then: 'hang up' } }, 'again', ['connection_lost', null, null]],
  ])('is not handed over after %s', async (_name, script, expected, reason) => {
    const delivery = await deliver({ ...hop, ...script });
    expect([verdict(delivery), because(delivery)]).toEqual([expected, reason]);
    expect([handedOver, server.mails]).toEqual([0, []]);
  });

  it.each<[string, string, string]>([
    ['hangs up', '354 go\r\n', 'connection_lost'],
    ['refuses it before it came', '354 go\r\n550 5.7.1 no\r\n', 'refused'],
    ['takes it before it came', '354 go\r\n250 taken\r\n', 'connection_lost'],
    ['asks for it again before it came', '354 go\r\n354 go\r\n', 'connection_lost'],
  ])('is sent again where the server asks for it and %s', async (how, say, name) => {
    // The connection's end or the reply arrives while the mark is written.
    const handingOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SOON));
    const data: ScriptedAnswer = how === 'hangs up' ? { say, then: 'hang up' } : { say };
    const delivery = await deliver({ ...hop, data }, { handingOver });
    expect([verdict(delivery), because(delivery)[0]]).toEqual(['again', name]);
    expect([handedOver, server.mails]).toEqual([1, []]);
  });

  it.each<[string, SmtpScript['message'], string, unknown[]]>([
    ['421', '421 4.3.2 closing', 'again', ['refused', 421, '4.3.2']],
    ['450', '450 4.2.0 later', 'again', ['refused', 450, '4.2.0']],
    ['503', '503 5.5.1 what?', 'again', ['refused', 503, '5.5.1']],
    ['500', '500 no', 'failed', ['refused', 500, null]],
    ['599', '599 no', 'failed', ['refused', 599, null]],
    ['552', '552 5.3.4 too much', 'failed', ['too_large', 552, '5.3.4']],
    ['several lines', '554-5.7.1 looks\r\n554 5.7.1 like spam', 'failed', ['refused', 554, '5.7.1']],
    ['a hang-up', hangUp, 'uncertain', ['connection_lost', null, null]],
    ['a reset', { then: 'reset' }, 'uncertain', ['connection_lost', null, null]],
    ['a second 354', '354 go on', 'uncertain', ['connection_lost', 354, null]],
    ['a line without a code', 'taken', 'uncertain', ['connection_lost', null, null]],
    ['199', '199 hm', 'uncertain', ['connection_lost', null, null]],
    ['a code beyond all', '600 hm', 'uncertain', ['refused', null, null]],
    ['a code of four digits', '2500 taken', 'uncertain', ['connection_lost', 250, null]],
    ['half a code', { say: '25', then: 'hang up' }, 'uncertain', ['connection_lost', null, null]],
    ['half a refusal', { say: '550 5.', then: 'hang up' }, 'uncertain', ['refused', 550, null]],
    ['half of several lines', { say: '250-taken\r\n', then: 'hang up' }, 'uncertain', ['connection_lost', null, null]],
  ])('has been handed over; the answer is %s', async (_name, message = '', expected, reason) => {
    const delivery = await deliver({ ...hop, message });
    expect([verdict(delivery), because(delivery)]).toEqual([expected, reason]);
    expect([handedOver, server.mails.length]).toEqual([1, 1]);
  });

  it('is sent, regardless of the answer to QUIT', async () => {
    expect(verdict(await deliver({ ...hop, quit: { then: 'reset' } }))).toBe('sent');
  });

  it.each<[string, SmtpScript, string, number]>([
    ['greetingTimeout', { greeting: silence }, 'again', 0],
    ['commandTimeout', { ehlo: silence }, 'again', 0],
    ['commandTimeout', { rcpt: silence, refusedData: silence }, 'again', 0],
    ['dataTimeout', { data: silence }, 'again', 0],
    ['acceptanceTimeout', { message: silence }, 'uncertain', 1],
    ['acceptanceTimeout', { message: { say: '250-half\r\n' } }, 'uncertain', 1],
  ])('waits %s for an answer', async (parameter, script, expected, handed) => {
    const delivery = await deliver({ ...hop, ...script }, { parameters: `${parameter}=${SOON}` });
    expect([verdict(delivery), because(delivery)]).toEqual([expected, ['timeout', null, null]]);
    expect(handedOver).toBe(handed);
  });

  it('is not handed over where the mark cannot be written', async () => {
    const delivery = await deliver(hop, { handingOver: () => Promise.reject(new Error('another process has it')) });
    expect([verdict(delivery), server.mails]).toEqual(['again', []]);
  });

  it('waits transferTimeout for the mark, and ends with it', async () => {
    let written = false;
    const delivery = await deliver(hop, {
      parameters: `transferTimeout=${SOON}`,
      handingOver: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2 * SOON));
        written = true;
      },
    });
    expect([verdict(delivery), because(delivery)[0], written, server.mails]).toEqual(['again', 'timeout', true, []]);
  });

  it.each<[string, SmtpScript, string]>([
    ['in a command', { rcpt: silence, refusedData: silence }, 'again'],
    ['at its end', { message: silence }, 'uncertain'],
  ])('has a grace where the process is to end %s', async (_name, script, expected) => {
    const grace = { sendingMs: SOON, acceptanceMs: 2 * SOON };
    const delivery = await deliver({ ...hop, ...script }, { signal: AbortSignal.abort(), grace });
    expect([verdict(delivery), because(delivery)[0]]).toEqual([expected, 'timeout']);
  });

  it('is waited for longer once it is written, where the process is to end', async () => {
    const ending = new AbortController();
    const script = { ...hop, message: { say: '250 2.0.0 taken\r\n', afterMs: 3 * SOON } };
    const grace = { sendingMs: SOON, acceptanceMs: 60_000 };
    const delivered = deliver(script, { signal: ending.signal, grace });
    while (server.mails.length === 0) await pause(10);
    ending.abort();
    expect(verdict(await delivered)).toBe('sent');
  });

  it('is waited for no longer before that, where the process is to end', async () => {
    const grace = { sendingMs: SOON, acceptanceMs: 60_000 };
    const startedAt = Date.now();
    const script = { ...hop, rcpt: silence, refusedData: silence };
    expect(verdict(await deliver(script, { signal: AbortSignal.abort(), grace }))).toBe('again');
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });
});

it('is offered to no server that says it is too large', async () => {
  const delivery = await deliver({ ehlo: '250-scripted.example\r\n250 SIZE 10' });
  expect([verdict(delivery), because(delivery)]).toEqual(['failed', ['too_large', null, null]]);
  expect(server.commands.filter((command) => command.startsWith('MAIL'))).toEqual([]);
});

it('is not handed over to a server that asks for it after it refused the recipient', async () => {
  const delivery = await deliver({ ...HOP, rcpt: '550 5.1.1 nobody', refusedData: '354 go on' });
  expect([verdict(delivery), because(delivery)]).toEqual(['failed', ['refused', 550, '5.1.1']]);
  expect([handedOver, server.mails]).toEqual([0, []]);
});

it('asks for reports where the server announces that it makes them', async () => {
  await deliver(HOP, { reports: true });
  expect(server.commands).toContain('MAIL FROM:<parley@example.com> SIZE=34 RET=HDRS ENVID=a+20mail');
  expect(server.commands).toContain('RCPT TO:<ada@example.com> NOTIFY=FAILURE,DELAY');
  await deliver(HOP);
  expect(server.commands).toContain('RCPT TO:<ada@example.com>');
  await deliver({}, { reports: true });
  expect(server.commands).toContain('RCPT TO:<ada@example.com>');
});

it('goes to the domain as the name system has it', async () => {
  await new SmtpTransport(`smtp://127.0.0.1:${server.port}`).send(
    { ...MAIL, to: 'zoë@müller.example' },
    async () => {},
    new AbortController().signal,
  );
  expect(server.commands).toContain(`RCPT TO:<${Buffer.from('zoë').toString('latin1')}@xn--mller-kva.example>`);
});

it('logs in, and tells a wrong password from a refused mail', async () => {
  const ehlo = '250-scripted.example\r\n250 AUTH PLAIN';
  expect(verdict(await deliver({ ehlo }, { user: 'post:secret@' }))).toBe('sent');
  expect(server.commands).toContain(`AUTH PLAIN ${Buffer.from('\0post\0secret').toString('base64')}`);
  const refused = await deliver({ ehlo, auth: '535 5.7.8 wrong' }, { user: 'post:secret@' });
  expect([verdict(refused), because(refused)]).toEqual(['again', ['authentication', 535, '5.7.8']]);
});

it('knows the Message-ID that the server gave it', async () => {
  const message = '250 2.0.0 OK <AM0PR01MB1234@AM0PR01MB1234.eurprd01.prod.outlook.com> [Hostname=x]';
  expect(await deliver({ message })).toEqual({
    outcome: 'sent',
    serverMessageId: '<AM0PR01MB1234@AM0PR01MB1234.eurprd01.prod.outlook.com>',
  });
});

it('keeps what the server says as one short line', async () => {
  const delivery = await deliver({ rcpt: `550-5.1.1 no\u0007 such\r\n550 5.1.1 ${'x'.repeat(2_000)}` });
  const text = delivery.outcome === 'refused' ? delivery.failure.text : '';
  expect([text.slice(0, 12), text.length]).toEqual(['no such xxxx', 500]);
});

it('is tried again if the connection or TLS fails', async () => {
  const signal = new AbortController().signal;
  const send = (url: string) => new SmtpTransport(url).send(MAIL, async () => {}, signal);
  const unreachable = await send('smtp://127.0.0.1:1');
  expect([verdict(unreachable), because(unreachable)[0]]).toEqual(['again', 'unreachable']);
  server.play({});
  const plain = await send(`smtps://127.0.0.1:${server.port}`);
  expect([verdict(plain), because(plain)[0]]).toEqual(['again', 'tls']);
});

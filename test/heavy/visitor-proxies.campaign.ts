import type { ServerResponse } from 'node:http';
import { STREAM_TIMES } from '../../src/common/http/event-stream';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { beginStream, frameOf, ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';
import { freePort } from '../support/ports';
import { SpawnedService } from '../support/spawned-service';
import { installed, PROXIES, StreamProxy } from '../support/stream-proxy';
import { streamedEvents } from '../support/visitor-stream';
import { VisitorTab } from '../support/visitor-tab';
import { campaignOf } from './campaign';

const STREAMS = Number(process.env['STREAMS'] ?? campaignOf(500, 5));
/** Each in a conversation of its own, with as many tabs of it as there are streams for. */
const VISITORS = 20;
/** So long a proxy waits for a server that says nothing. */
const IDLE_SECONDS = 3;
const PRICE = 'The Team plan costs 29 euros for each member and month.';
const REFUNDS = 'Refunds are paid within fourteen days of your request.';

const usual = { ...STREAM_TIMES };
const model = new ModelServer();
let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  STREAM_TIMES.heartbeat = 1_000;
  const settings = {
    MODEL_DEFAULT: 'house-model',
    MODEL_BASE_URL: await model.start(),
    FETCH_ALLOWED_HOSTS: '127.0.0.1',
  };
  parley = await startParley({ settings });
  desk = await aHelpDesk(parley);
});
afterAll(async () => {
  Object.assign(STREAM_TIMES, usual);
  await parley.stop();
  model.stop();
});

let requests = 0;
const QUESTION = 'How much does the Team plan cost, and when are refunds paid?';

describe.each(PROXIES)('streams behind %s', (name) => {
  const isMissing = installed(name) === null;
  if (isMissing) console.log(`${name}: skipped for want of it.`);
  const itRuns = isMissing ? it.skip : it;
  let proxy: StreamProxy;
  beforeAll(async () => {
    if (!isMissing) proxy = await StreamProxy.start(name, [Number(new URL(parley.url).port)], IDLE_SECONDS);
  });
  afterAll(() => proxy?.stop());

  itRuns('deltas arrive as they are made', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const begun = new Promise<ServerResponse>((resolve) => {
      model.misbehave = (_asked, response) => {
        beginStream(response);
        response.write(
          frameOf(`{"sentences": [{"text": "It costs €29.", "quotes": [{"passage": 1, "quote": "${PRICE}"}]}`),
        );
        resolve(response);
      };
    });
    const response = await fetch(`${proxy.url}/api/v1/visitor/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ message: QUESTION, requestId: `proxies-${++requests}` }),
    });
    const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        const { value, done } = await pieces.read();
        if (done) throw new Error(`The stream ended before ${part}: ${text}`);
        text += value;
      }
    };
    // The model sends the second sentence only after the first has arrived: a proxy that buffers both waits forever.
    await until('It costs €29.');
    const rest = await begun;
    rest.write(frameOf(`, {"text": "Refunds take 14 days.", "quotes": [{"passage": 1, "quote": "${REFUNDS}"}]}]}`));
    rest.end('data: {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 3}}\n\n');
    await until('turn.completed');
    expect(text.match(/event: message\.delta/g)).toHaveLength(2);
    model.misbehave = null;
  });

  itRuns(
    `a stream in which nothing happens outlives ${IDLE_SECONDS} seconds of silence, and then tells at once`,
    async () => {
      const { token } = await aVisitor(parley, desk.agent);
      const body = { message: 'I want to talk to a human, please.', requestId: `proxies-${++requests}` };
      const { conversationId } = (await parley.call('POST', '/visitor/messages', { token, body })).body;
      const stream = await streamedEvents(proxy, token, conversationId, '2');
      await stream.until('conversation.updated');
      await new Promise((resolve) => setTimeout(resolve, 2_500 * IDLE_SECONDS));
      const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/typing`;
      await parley.call('POST', path, { token: desk.admin.secret, body: { typing: true } });
      await stream.until('typing');
      stream.leave();
    },
  );
});

describe(`a rolling restart behind haproxy (STREAMS=${STREAMS})`, () => {
  // By campaign alone: two processes that begin and end twice take minutes on a busy machine.
  const runs = process.env['CAMPAIGN'] !== undefined && installed('haproxy') !== null;
  (runs ? it : it.skip)(
    'every stream goes on, nothing is lost and nothing comes twice',
    async () => {
      const ports = [await freePort(), await freePort()];
      const begin = (port: number): Promise<SpawnedService> =>
        SpawnedService.start({
          ...{ DATABASE_URL: parley.databaseUrl, PORT: String(port), SECRET_KEY: parley.settings.values.SECRET_KEY },
          RUN_WORKER: 'no',
        });
      const services = await Promise.all(ports.map(begin));
      const proxy = await StreamProxy.start('haproxy', ports, 60);
      const url = `${proxy.url}/api/v1`;

      /** Sent until it is answered; with one requestId that is once. */
      const say = async (token: string, conversationId?: string): Promise<string> => {
        const message = {
          message: 'I want to talk to a human, please.',
          requestId: `rolling-${++requests}`,
          conversationId,
        };
        for (;;) {
          const reply = await fetch(`${url}/visitor/messages`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(message),
          }).catch(() => null);
          if (reply?.status === 200) return ((await reply.json()) as { conversationId: string }).conversationId;
          await reply?.text();
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      const visitors = await Promise.all(
        Array.from({ length: VISITORS }, async () => {
          const { token } = await aVisitor(parley, desk.agent);
          return { token, conversationId: await say(token) };
        }),
      );
      const tabs = Array.from({ length: STREAMS }, (_one, n) => {
        const { token, conversationId } = visitors[n % VISITORS]!;
        return new VisitorTab(() => url, token, conversationId);
      });
      await Promise.all(tabs.map((tab) => tab.until(({ opened }) => opened > 0)));

      let isRolling = true;
      let sent = 0;
      const talking = (async () => {
        while (isRolling) {
          const { token, conversationId } = visitors[sent++ % VISITORS]!;
          await say(token, conversationId);
        }
      })();
      const drained: number[] = [];
      for (const [n, port] of ports.entries()) {
        const began = Date.now();
        expect(await services[n]!.stop('SIGTERM')).toBe(0);
        drained.push(Date.now() - began);
        services[n] = await begin(port);
      }
      isRolling = false;
      await talking;

      const expected = await parley.database.query<{ conversation: string; id: string; seq: string }[]>(
        'SELECT conversation_id AS conversation, message_id AS id, seq FROM visitor_messages WHERE conversation_id = ANY ($1) ORDER BY seq',
        [visitors.map(({ conversationId }) => conversationId)],
      );
      const wrong: unknown[] = [];
      for (const [n, tab] of tabs.entries()) {
        const { conversationId } = visitors[n % VISITORS]!;
        const ids = expected.filter(({ conversation }) => conversation === conversationId).map(({ id }) => id);
        await tab.until(({ received }) => received.some(({ id }) => id === ids.at(-1)));
        if (JSON.stringify(tab.received.map(({ id }) => id)) !== JSON.stringify(ids))
          wrong.push([n, ids.length, tab.received.length]);
      }
      expect(wrong).toEqual([]);
      // Those of both processes were ended; one that had heard everything by then may be on its way back.
      await Promise.all(tabs.map((tab) => tab.until(({ opened }) => opened > 1)));
      console.log(`${STREAMS} streams over two restarts: all resumed, \
${expected.length} messages in ${VISITORS} conversations, 0 lost, 0 twice; drained in ${drained.join(' and ')} ms`);
      await Promise.all(tabs.map((tab) => tab.close()));
      await proxy.stop();
      await Promise.all(services.map((service) => service.stop()));
    },
    300_000,
  );
});

import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { InboxDesk } from '../factories/inbox-fixtures';
import { Collector, type CollectedSpan } from '../support/collector';
import { linesOf, type LogLine } from '../support/log-lines';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';
import { TRACE_HEADERS, TRACE_ID } from '../support/trace';

const QUESTION = 'Wie setze ich Ottilies Passwort zurück?';
const CLIENT = 3;

const collector = new Collector();
const model = new ModelServer();
let parley: Parley;
let desk: HelpDesk;

async function start(more: Record<string, string> = {}): Promise<Parley> {
  return startParley({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'help',
      MODEL_DEFAULT: 'house-model',
      MODEL_BASE_URL: await model.start(),
      ...more,
    },
  });
}

/** Stopping sends what waits to be sent. */
async function traced(settings: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
  parley = await start(settings);
  try {
    desk = await aHelpDesk(parley);
    await work();
  } finally {
    await parley.stop();
    model.stop();
    collector.stop();
  }
}

const named = (name: string): CollectedSpan[] => collector.spans.filter((span) => span.name === name);

describe('traces', () => {
  it('of a request go from its caller through its statements to the model server, without what was said', async () => {
    await traced({}, () => desk.chat({ message: QUESTION }, TRACE_HEADERS));
    const spans = collector.of(TRACE_ID);
    const [turn] = spans.filter(({ name }) => name === 'sendChatTurn');
    expect(turn).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' });
    expect(turn!.facts).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/workspaces/{workspaceId}/agents/{agentId}/chat',
      'http.response.status_code': 200,
    });
    const children = spans.filter(({ parentSpanId }) => parentSpanId === turn!.spanId);
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'POST']));
    expect(children.filter(({ kind }) => kind !== CLIENT)).toEqual([]);
    const [request] = children.filter(({ name }) => name === 'POST');
    // The server goes on with the trace from the span of its request, and with what others have written into it.
    expect(model.requests.at(-1)!.trace).toEqual({
      traceparent: `00-${TRACE_ID}-${request!.spanId}-01`,
      tracestate: TRACE_HEADERS.tracestate,
    });
    expect(collector.raw).not.toMatch(/Ottilie|Lovelace|example\.com/);
    expect(collector.raw).not.toContain(desk.key.secret);
    expect([collector.authorization, collector.resource['service.name']]).toEqual(['Bearer of-the-collector', 'help']);
  });

  it('of background work are recorded if there was some, and its mail has the id in the log', async () => {
    let replyId = '';
    await traced({}, async () => {
      const inbox = await InboxDesk.open(parley, { undoSendSeconds: 0 });
      replyId = (await inbox.reply({ channel: 'email' })).body.id as string;
      await parley.drain();
    });
    const [mail] = named('mail').filter(({ facts }) => facts['parley.mail'] === replyId);
    expect(mail?.facts['parley.outcome']).toBe('sent');
    const [job] = collector.of(mail!.traceId).filter(({ spanId }) => spanId === mail!.parentSpanId);
    expect(job?.name).toBe('reply-dispatch');
    expect(collector.of(mail!.traceId).some(({ name }) => name === 'UPDATE' || name === 'WITH')).toBe(true);
    const [written] = named('replyToConversation');
    expect(JSON.stringify(written?.facts['parley.replies'])).toContain(replyId);
    // Tasks without work are not recorded.
    expect(named('domain-checks')).toEqual([]);
  });

  it('give each line of the log its trace, also where the caller has none', async () => {
    let line: LogLine | undefined;
    await traced({}, async () => {
      await desk.chat({ message: QUESTION }, { 'x-request-id': 'without-trace' });
      line = linesOf(parley.log).find(({ requestId, msg }) => requestId === 'without-trace' && msg === 'request');
    });
    expect(collector.of(String(line?.traceId)).map(({ name }) => name)).toContain('sendChatTurn');
  });

  it.each([
    ['always_off', '1', 0],
    ['traceidratio', '0', 0],
    ['parentbased_always_off', '1', 1],
  ])('are sampled by %s', async (sampler, ratio, recorded) => {
    const before = named('sendChatTurn').length;
    await traced({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }, async () => {
      await desk.chat({ message: QUESTION });
      // Its caller records it.
      await desk.chat({ message: QUESTION }, TRACE_HEADERS);
    });
    expect(named('sendChatTurn').length - before).toBe(recorded);
  });

  it('hold up no request where the collector refuses them, which the log tells once', async () => {
    collector.misbehave = (response) => response.writeHead(401).end();
    await traced({}, async () => {
      expect((await desk.chat({ message: QUESTION })).status).toBe(200);
    });
    collector.misbehave = null;
    expect(linesOf(parley.log).filter(({ msg }) => msg === 'traces not sent')).toHaveLength(1);
    expect(parley.log).not.toContain('of-the-collector');
  });

  it('hold up neither a request nor the end of the process where the collector never answers', async () => {
    collector.misbehave = () => {};
    await traced({}, async () => {
      expect((await desk.chat({ message: QUESTION })).status).toBe(200);
    });
    collector.misbehave = null;
  });
});

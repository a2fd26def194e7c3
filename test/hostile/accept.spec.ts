import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { type Parley, startParley } from '../support/parley';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const STREAM = 'text/event-stream';

describe('Accept', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const chat = (accept: string, body: object = { message: 'How do I reset my password?', requestId: 'one' }) =>
    desk.chat(body, { accept });

  it.each([STREAM, `${STREAM}, application/json;q=0.5`, `*/*;q=0.1, ${STREAM}`])(
    '200 as events for a chat turn with %s, unless the body says otherwise',
    async (accept) => {
      const message = 'How do I reset my password?';
      const { status, headers } = await chat(accept, { message });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const whole = await chat(accept, { message, stream: false });
      expect([whole.status, whole.body.outcome]).toEqual([200, 'answered']);
    },
  );

  it('is looked at after everything that says who may call', async () => {
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
    const headers = { accept: STREAM };
    expect((await parley.call('POST', path, { headers, body: {} })).status).toBe(401);
    const elsewhere = path.replace(desk.agent.id, desk.workspace.id);
    expect((await parley.call('POST', elsewhere, { headers, token: desk.key.secret, body: {} })).status).toBe(404);
  });

  it.each([
    '*/*',
    '',
    'application/json',
    `application/json, ${STREAM}`,
    `${STREAM}, */*`,
    `${STREAM};q=0.9, application/json`,
    BROWSER,
    'text/plain',
  ])('200 with JSON for a chat turn with %j', async (accept) => {
    const { status, headers } = await chat(accept, { message: 'How do I reset my password?' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it('200 as events for stream: true, for any Accept header', async () => {
    for (const accept of ['application/json', '*/*', BROWSER]) {
      const { status, headers } = await chat(accept, { message: 'Hi', stream: true });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    }
  });

  it.each([STREAM, BROWSER, 'image/png'])(
    'is passed over with %s where there is one form of answer',
    async (accept) => {
      const { admin, workspace } = desk;
      const headers = { accept };
      const agents = await parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: admin.secret, headers });
      expect([agents.status, agents.body]).toMatchObject([200, [{ id: desk.agent.id }]]);
      // What an export is written in is chosen by `format`.
      const file = await parley.call('GET', `/workspaces/${workspace.id}/contacts/export`, {
        token: admin.secret,
        headers,
      });
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect((await parley.call('GET', '/capabilities', { headers })).status).toBe(200);
    },
  );
});

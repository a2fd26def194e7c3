import { type Parley, startParley } from '../support/parley';

const HEADERS = { accept: 'application/json, text/event-stream' };

describe('messages to the documentation, which needs no authentication', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`k${number}`, number]));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

  it.each([
    ['arguments', { ...call, params: { name: 'api_summary', arguments: many } }],
    ['metadata', { ...call, params: { name: 'api_summary', arguments: {}, _meta: many } }],
    ['members', { ...call, ...many }],
    ['items', { ...call, params: { name: 'search_docs', arguments: { query: Object.values(many) } } }],
  ])('are refused before they are read where they have thousands of %s', async (_what, body) => {
    const { status, body: answer } = await parley.call('POST', '/mcp/docs', { headers: HEADERS, body });
    expect([status, answer]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The message has more than 200 values.' } },
    ]);
  });
});

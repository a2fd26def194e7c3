import { plainCallOf, responseTo } from './plain-call';

const PREFIX = 'io.modelcontextprotocol/';
const META = {
  [`${PREFIX}protocolVersion`]: '2026-07-28',
  [`${PREFIX}clientInfo`]: { name: 'x', version: '1' },
  [`${PREFIX}clientCapabilities`]: { elicitation: {} },
};
const PARAMS = { name: 'parley_get_agent', arguments: { agentId: '1' } };

const older = (changes: object = {}, headers: object = {}) => ({
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    ...headers,
  },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS, ...changes },
});
const modern = (params: object = {}, headers: object = {}) => ({
  headers: {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': PARAMS.name,
    ...headers,
  },
  body: { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { ...PARAMS, _meta: META, ...params } },
});

describe('plainCallOf', () => {
  it.each([undefined, '2025-03-26', '2025-06-18', '2025-11-25'])('reads a call after a handshake of %s', (version) => {
    const call = { id: 1, name: 'parley_get_agent', input: { agentId: '1' }, isModern: false };
    expect(plainCallOf(older({}, { 'mcp-protocol-version': version }))).toEqual(call);
  });

  it('reads a call that identifies its client', () => {
    const call = { id: 'a', name: 'parley_get_agent', input: { agentId: '1' }, isModern: true };
    expect(plainCallOf(modern())).toEqual(call);
  });

  it('reads a call without arguments', () => {
    expect(plainCallOf(older({ params: { name: 'x' } }))).toMatchObject({ name: 'x', input: {} });
  });

  it.each([
    ['another method', older({ method: 'tools/list' })],
    ['a notification', older({ id: undefined })],
    ['an id that is a fraction', older({ id: 1.5 })],
    ['an id that is null', older({ id: null })],
    ['another version of JSON-RPC', older({ jsonrpc: '1.0' })],
    ['another member', older({ result: {} })],
    ['no parameters', older({ params: undefined })],
    ['another parameter', older({ params: { ...PARAMS, task: {} } })],
    ['a name that is a number', older({ params: { name: 5 } })],
    ['an empty name', older({ params: { name: '' } })],
    ['arguments that are a list', older({ params: { name: 'x', arguments: [] } })],
    ['arguments that are null', older({ params: { name: 'x', arguments: null } })],
    ['metadata', older({ params: { ...PARAMS, _meta: { progressToken: 1 } } })],
    ['no metadata in the revision that needs it', modern({ _meta: undefined })],
    ['further metadata', modern({ _meta: { ...META, progressToken: 1 } })],
    ['a client without a version', modern({ _meta: { ...META, [`${PREFIX}clientInfo`]: { name: 'x' } } })],
    ['capabilities that are none', modern({ _meta: { ...META, [`${PREFIX}clientCapabilities`]: [] } })],
    ['another revision in the body', modern({ _meta: { ...META, [`${PREFIX}protocolVersion`]: '2026-07-29' } })],
    ['another revision in the header', modern({}, { 'mcp-protocol-version': '2025-11-25' })],
    ['an unknown revision', older({}, { 'mcp-protocol-version': '1999-01-01' })],
    ['the old form in the new revision', older({}, { 'mcp-protocol-version': '2026-07-28' })],
    ['another tool in the header', modern({}, { 'mcp-name': 'x' })],
    ['no tool in the header', modern({}, { 'mcp-name': undefined })],
    ['another method in the header', modern({}, { 'mcp-method': 'tools/list' })],
    ['another media type', older({}, { 'content-type': 'application/json; charset=utf-8' })],
    ['a client that takes JSON only', older({}, { accept: 'application/json' })],
  ])('leaves %s to the package', (_name, message) => {
    expect(plainCallOf(message)).toBeNull();
  });
});

describe('responseTo', () => {
  it('has a body of any text once as it is, and once as text', () => {
    const text = JSON.stringify({ text: '"quoted"\\ \u2028 \ud83d\ude00 \ud800\n' });
    const call = plainCallOf(older({ id: '"' }))!;
    expect(JSON.parse(responseTo(call, { text, isError: false }, {}))).toEqual({
      jsonrpc: '2.0',
      id: '"',
      result: { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) },
    });
  });
});

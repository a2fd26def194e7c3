import { FetchFailure } from '../../common/outbound/fetch-failure';
import { resultOfAnswer, resultOfFailure } from './attempt-result';

const answer = (
  status: number,
  headers: Record<string, string> = {},
  body = '',
): Parameters<typeof resultOfAnswer>[0] => ({
  status,
  headers,
  body: Buffer.from(body),
});

it.each([
  [200, null],
  [204, null],
  [299, null],
  [300, 'redirect'],
  [307, 'redirect'],
  [400, 'client_error'],
  [404, 'client_error'],
  [410, 'client_error'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [503, 'server_error'],
  [999, 'response_invalid'],
])('%i is %s', (status, failureClass) => {
  expect(resultOfAnswer(answer(status), false)).toMatchObject({
    delivered: failureClass === null,
    status,
    failureClass,
  });
});

it.each([
  ['blocked_address', '', 'blocked_address'],
  ['timeout', '', 'timeout'],
  ['unreachable', 'ECONNRESET', 'unreachable'],
  ['unreachable', 'CERT_HAS_EXPIRED', 'tls'],
  ['unreachable', 'ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['unreachable', 'HPE_INVALID_CONSTANT', 'response_invalid'],
  ['unreachable', 'HTTPParserError', 'response_invalid'],
  ['unreachable', 'UND_ERR_HEADERS_OVERFLOW', 'response_invalid'],
] as const)('%s %s is %s', (reason, code, failureClass) => {
  expect(resultOfFailure(new FetchFailure(reason, 'x', { code }))).toMatchObject({ delivered: false, failureClass });
});

it.each([
  [429, '120', 120_000],
  [503, '31536000', 3_600_000],
  [500, '120', null],
  [429, 'soon', null],
])('%i with Retry-After %s', (status, asked, milliseconds) => {
  expect(resultOfAnswer(answer(status, { 'retry-after': asked }), false).retryAfterMs).toBe(milliseconds);
});

describe('the excerpt of an answer', () => {
  const of = (type: string, body: string | Buffer, own = false): string | null =>
    resultOfAnswer({ status: 500, headers: { 'content-type': type }, body: Buffer.from(body) }, own).responseExcerpt;

  it.each([
    ['text/plain', 'No such route', 'No such route'],
    ['application/json; charset=utf-8', '{"a":1}', '{"a":1}'],
    ['application/problem+json', '{}', '{}'],
    ['text/plain', 'a\u0000b\u001b[31mc\nd', 'ab[31mc\nd'],
    ['image/png', 'PNG', null],
    ['text/plain', '', null],
  ])('%s %j is kept as %j', (type, body, kept) => {
    expect(of(type, body)).toBe(kept);
  });

  it('has at most 1,024 bytes, and no half of a character', () => {
    expect(of('text/plain', `${'x'.repeat(1_023)}é`)).toBe('x'.repeat(1_023));
  });

  it('is not kept from the operator’s network', () => {
    expect(of('text/plain', 'secret', true)).toBeNull();
  });
});

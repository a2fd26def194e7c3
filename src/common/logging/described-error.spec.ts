import { types } from 'node:util';
import { QueryFailedError } from 'typeorm';
import { OwnFailure } from '../errors/own-failure';
import { logger, logTo } from './logger';

const SAID = 'what Zora said';

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('an error in the log', () => {
  let log = '';
  beforeAll(() => logTo({ write: (line) => void (log += line) }));
  beforeEach(() => (log = ''));
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever was logged
  const logged = (): any => JSON.parse(log.split('\n')[0] ?? '');

  it('of a failed statement has its code and the names of the schema, and neither parameters nor rows', () => {
    const refusal = Object.assign(new Error(`duplicate key ${SAID}`), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com)',
      where: SAID,
      hint: SAID,
      table: 'accounts',
      constraint: 'accounts_email_key',
      column: SAID,
    });
    const failed = new QueryFailedError('INSERT INTO t VALUES ($1)', ['$argon2id$hash', SAID], refusal);
    logger.error({ err: failed }, 'failed');
    logger.error({ err: new Error('around it', { cause: failed }) }, 'failed');
    expect(log).not.toMatch(/argon2id|Zora|ada@example\.com/);
    expect(logged().err).toMatchObject({
      type: 'QueryFailedError',
      code: '23505',
      table: 'accounts',
      constraint: 'accounts_email_key',
      stack: expect.stringContaining('described-error.spec'),
    });
    expect(log.match(/"code":"23505"/g)).toHaveLength(2);
  });

  it.each([
    ['JSON', () => JSON.parse(`{"a": ${SAID}`)],
    ['a number', () => BigInt(SAID)],
    ['a time zone', () => new Intl.DateTimeFormat('en', { timeZone: SAID })],
    ['a pattern', () => new RegExp(`(${SAID}`)],
    ['an address', () => new URL(SAID)],
    ['a string taken for an object', () => Object.assign(SAID, { length: 1 })],
  ])('of what could not be read as %s does not quote it', (_what, work) => {
    const error = thrown(work);
    expect(types.isNativeError(error)).toBe(true);
    logger.error({ err: error }, 'failed');
    logger.error(error);
    logger.error({ err: error });
    expect(log).not.toContain(SAID);
    expect(log.split('\n')).toHaveLength(4);
    expect(logged().err.stack).toMatch(/^ {4}at /);
  });

  it.each([
    ['name', Object.assign(new Error('x'), { name: SAID })],
    ['code', Object.assign(new Error('x'), { code: SAID })],
    ['code in capitals', Object.assign(new Error('x'), { code: 'SK-LIVE-4711' })],
    ['stack', Object.assign(new Error('x'), { stack: `Error: y\n    at ${SAID}` })],
    ['message of several lines', new Error(`x\n    at ${SAID} (file.ts:1:1)`)],
    ['message that was changed', Object.assign(new Error(SAID), { message: 'x' })],
    ['fields', Object.assign(new Error('x'), { response: { body: SAID }, headers: SAID })],
    ['cause', new Error('x', { cause: new Error(SAID, { cause: SAID }) })],
    ['parts', new AggregateError([new Error(SAID)], SAID)],
  ])('does not repeat what stands in its %s', (_where, error) => {
    logger.error({ err: error }, 'failed');
    expect(log).not.toMatch(/Zora|4711/);
  });

  it('tells what the program itself says of it', () => {
    logger.error({ err: new OwnFailure('It ended.', { facts: { status: 401 } }) }, 'failed');
    expect(logged().err).toMatchObject({ type: 'OwnFailure', message: 'It ended.', facts: { status: 401 } });
  });

  it('follows causes, but not for ever', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    logger.error({ err: loop }, 'failed');
    expect(log.match(/"type":"Error"/g)).toHaveLength(6);
  });

  it('of something that is no error tells nothing of it', () => {
    logger.error({ err: { password: 'secret' } }, 'failed');
    logger.error({ err: 'secret' }, 'failed');
    expect(log).not.toContain('secret');
  });
});

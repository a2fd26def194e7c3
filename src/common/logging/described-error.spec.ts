import { types } from 'node:util';
import { QueryFailedError } from 'typeorm';
import { OwnFailure } from '../errors/own-failure';
import { logger, logTo } from './logger';

const PERSONAL_TEXT = 'the text of Zora';

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
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON can be logged
  const logged = (): any => JSON.parse(log.split('\n')[0] ?? '');

  it('of a failed statement has its code and the names of the schema, and neither parameters nor rows', () => {
    const refusal = Object.assign(new Error(`duplicate key ${PERSONAL_TEXT}`), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com)',
      where: PERSONAL_TEXT,
      hint: PERSONAL_TEXT,
      table: 'accounts',
      constraint: 'accounts_email_key',
      column: PERSONAL_TEXT,
    });
    const failed = new QueryFailedError('INSERT INTO t VALUES ($1)', ['$argon2id$hash', PERSONAL_TEXT], refusal);
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
    ['JSON', () => JSON.parse(`{"a": ${PERSONAL_TEXT}`)],
    ['a number', () => BigInt(PERSONAL_TEXT)],
    ['a time zone', () => new Intl.DateTimeFormat('en', { timeZone: PERSONAL_TEXT })],
    ['a pattern', () => new RegExp(`(${PERSONAL_TEXT}`)],
    ['an address', () => new URL(PERSONAL_TEXT)],
    ['a string taken for an object', () => Object.assign(PERSONAL_TEXT, { length: 1 })],
  ])('of what could not be read as %s does not quote it', (_what, work) => {
    const error = thrown(work);
    expect(types.isNativeError(error)).toBe(true);
    logger.error({ err: error }, 'failed');
    logger.error(error);
    logger.error({ err: error });
    expect(log).not.toContain(PERSONAL_TEXT);
    expect(log.split('\n')).toHaveLength(4);
    expect(logged().err.stack).toMatch(/^ {4}at /);
  });

  it.each([
    ['name', Object.assign(new Error('x'), { name: PERSONAL_TEXT })],
    ['code', Object.assign(new Error('x'), { code: PERSONAL_TEXT })],
    ['code in capitals', Object.assign(new Error('x'), { code: 'SK-LIVE-4711' })],
    ['stack', Object.assign(new Error('x'), { stack: `Error: y\n    at ${PERSONAL_TEXT}` })],
    ['message of several lines', new Error(`x\n    at ${PERSONAL_TEXT} (file.ts:1:1)`)],
    ['message that was changed', Object.assign(new Error(PERSONAL_TEXT), { message: 'x' })],
    ['fields', Object.assign(new Error('x'), { response: { body: PERSONAL_TEXT }, headers: PERSONAL_TEXT })],
    ['cause', new Error('x', { cause: new Error(PERSONAL_TEXT, { cause: PERSONAL_TEXT }) })],
    ['parts', new AggregateError([new Error(PERSONAL_TEXT)], PERSONAL_TEXT)],
  ])('does not repeat what stands in its %s', (_where, error) => {
    logger.error({ err: error }, 'failed');
    expect(log).not.toMatch(/Zora|4711/);
  });

  it('has the message and facts of the program itself', () => {
    logger.error({ err: new OwnFailure('It ended.', { facts: { status: 401 } }) }, 'failed');
    expect(logged().err).toMatchObject({ type: 'OwnFailure', message: 'It ended.', facts: { status: 401 } });
  });

  it('follows a bounded number of causes', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    logger.error({ err: loop }, 'failed');
    expect(log.match(/"type":"Error"/g)).toHaveLength(6);
  });

  it('contains nothing of a value that is not an error', () => {
    logger.error({ err: { password: 'secret' } }, 'failed');
    logger.error({ err: 'secret' }, 'failed');
    expect(log).not.toContain('secret');
  });
});

import { QueryFailedError } from 'typeorm';
import { logger, logTo } from './logger';

describe('an error in the log', () => {
  let log = '';
  beforeAll(() => logTo({ write: (line) => void (log += line) }));
  beforeEach(() => (log = ''));

  it('of a failed statement is without its parameters and rows', () => {
    const refusal = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com)',
    });
    const failed = new QueryFailedError('INSERT INTO t VALUES ($1)', ['$argon2id$hash', 'what Ada said'], refusal);
    logger.error({ err: failed }, 'failed');
    logger.error({ err: new Error('around it', { cause: failed }) }, 'failed');
    expect(log).not.toMatch(/argon2id|what Ada said|ada@example\.com/);
    const [line = ''] = log.split('\n');
    expect(JSON.parse(line).err).toMatchObject({
      type: 'QueryFailedError',
      message: 'duplicate key',
      stack: expect.stringContaining('described-error.spec'),
    });
    expect(log).toContain('"code":"23505"');
  });

  it('follows causes, but not for ever', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    logger.error({ err: loop }, 'failed');
    expect(log.match(/"message":"loop"/g)).toHaveLength(6);
  });

  it('of something that is no error tells nothing of it', () => {
    logger.error({ err: { password: 'secret' } }, 'failed');
    expect(log).not.toContain('secret');
  });
});

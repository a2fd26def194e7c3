import { createTestDatabase, dropTestDatabase } from '../../../test/support/database/test-database';
import { problemOfPreparing } from './problem-of-preparing';

// test/heavy/pgbouncer.campaign.ts checks it with poolers.
describe('problemOfPreparing', () => {
  let url: string;
  beforeAll(async () => (url = await createTestDatabase()));
  afterAll(() => dropTestDatabase(url));

  it('is that a server never changes the connection', async () => {
    await expect(problemOfPreparing(url)).resolves.toBe('all statements of the check ran on one connection');
  });

  it('is that nothing answers', async () => {
    await expect(problemOfPreparing('postgres://parley@127.0.0.1:1/parley')).resolves.toBe(
      'the check failed: ECONNREFUSED',
    );
  });
});

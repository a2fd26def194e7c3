import { createTestDatabase, dropTestDatabase } from '../../../test/support/database/test-database';
import { poolerPrepares } from './pooler-prepares';

// test/heavy/pgbouncer.campaign.ts checks it with poolers.
describe('poolerPrepares', () => {
  let url: string;
  beforeAll(async () => (url = await createTestDatabase()));
  afterAll(() => dropTestDatabase(url));

  it('is not proved by a server, whose connections never change', async () => {
    await expect(poolerPrepares(url)).resolves.toBe(false);
  });

  it('is not proved where nothing answers', async () => {
    await expect(poolerPrepares('postgres://parley@127.0.0.1:1/parley')).resolves.toBe(false);
  });
});

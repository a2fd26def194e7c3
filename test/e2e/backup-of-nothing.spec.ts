import { Snapshot } from '../../src/backup/snapshot';
import { BUILT_IN } from '../../src/features';
import { dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, withClient } from '../support/database/whole-database';

describe('a backup of a database that Parley has not used', () => {
  it('is refused, and names the setting that leads there: without settings, it is a new embedded database', async () => {
    const url = await createEmptyDatabase();
    const taken = withClient(url, (client) =>
      Snapshot.take(client, { features: BUILT_IN, setting: 'DATA_DIR ./data' }),
    );
    await expect(taken).rejects.toThrow(
      'DATA_DIR ./data leads to a database without tables of Parley: there is nothing to copy. Pass the settings of the service.',
    );
    await dropTestDatabase(url);
  });
});

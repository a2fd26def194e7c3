import { migrate } from '../../../src/common/database/migrate';
import { BUILT_IN } from '../../../src/features';
import { createKnowledgeIndex } from '../../../test/support/database/knowledge-index';
import { withClient } from '../../support/database';

/**
 * Prepares a database for {@link inProcessClient}: an index whose sources need no agents and no workspaces, in the schema `scratch`,
 * which all sessions of the database search first. Does nothing if it is prepared.
 */
export async function prepareScratch(url: string): Promise<void> {
  if (
    await withClient(
      url,
      async (client) =>
        (await client.query(`SELECT to_regnamespace('scratch') IS NOT NULL AS is_there`)).rows[0].is_there,
    )
  )
    return;
  await migrate({ url, setting: 'DATABASE_URL' }, BUILT_IN);
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    await createKnowledgeIndex(client);
    const name = client.escapeIdentifier(client.database ?? '');
    await client.query(`ALTER DATABASE ${name} SET search_path TO scratch, public`);
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
    await client.query('COMMIT');
  });
}

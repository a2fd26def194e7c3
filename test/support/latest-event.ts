import { setTimeout as pause } from 'node:timers/promises';
import type { Parley } from './parley';

/**
 * The position after every event that the workspace has. `latest` alone may stand before some of them: other suites on the same
 * server hold the horizon back for a moment.
 */
export async function latestPosition(parley: Parley, workspaceId: string, token: string): Promise<string> {
  const [newest] = await parley.database.query<{ transaction: string }[]>(
    `SELECT greatest(
       (SELECT max(transaction_id) FROM inbox_events WHERE workspace_id = $1),
       (SELECT max(transaction_id) FROM workspace_events WHERE workspace_id = $1), 0)::text AS transaction`,
    [workspaceId],
  );
  for (;;) {
    const query = { after: 'latest' };
    const { body } = await parley.call('GET', `/workspaces/${workspaceId}/events`, { token, query });
    const position = body.next as string;
    const [, horizon] = position.split('_');
    if (BigInt(horizon!) > BigInt(newest!.transaction)) return position;
    await pause(20);
  }
}

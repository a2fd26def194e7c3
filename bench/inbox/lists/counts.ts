import assert from 'node:assert';
import { figure } from '../../support/figure';
import { HttpConnection } from '../../support/http-connection';
import { interleaved } from '../../support/interleaved';
import type { CaseFigures } from '../../support/report';
import type { Places } from './places';
import type { Sides } from './comparison';

/** The obvious query for the same counts; `$1` workspace, `$2` member. It counts all conversations. */
const STRAIGHT_COUNTS = `
  SELECT count(*) FILTER (WHERE status = 'open' AND handler = 'human') AS "needsReply",
    count(*) FILTER (WHERE status = 'open' AND handler = 'human' AND assignee_member_id = $2) AS mine,
    count(*) FILTER (WHERE status = 'open' AND handler = 'human' AND assignee_member_id IS NULL) AS unassigned,
    count(*) FILTER (WHERE status = 'waiting') AS waiting,
    count(*) FILTER (WHERE status = 'open' AND handler = 'agent') AS "withAgent"
  FROM bare.conversations WHERE workspace_id = $1`;

/** The counts of the views over HTTP beside the straight query without a server. */
export async function counts({ service, client }: Sides, { workspaceId, owner }: Places): Promise<CaseFigures[]> {
  const connection = new HttpConnection(service.url, owner.credential);
  const ask = { method: 'GET', path: `/api/v1/workspaces/${workspaceId}/inbox/counts` };
  try {
    const { needsReply } = JSON.parse(await connection.succeed(ask)) as { needsReply: { count: number } };
    assert.ok(needsReply.count > 0, 'counts: no conversation needs a reply');
    const [own, straight] = await interleaved([
      { name: 'Parley', run: () => connection.succeed(ask) },
      { name: 'straight query', run: () => client.query(STRAIGHT_COUNTS, [workspaceId, owner.memberId]) },
    ]);
    return [figure('counts of all views', own!, straight!, { goal: null })];
  } finally {
    connection.close();
  }
}

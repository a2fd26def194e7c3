import { COUNT_FILES } from '../../src/files/files.sql';
import { InboxDesk } from '../factories/inbox-fixtures';
import { everyPlan, type Plan } from '../support/generic-plan';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await InboxDesk.open(parley);
  await fill(desk, 200);
  await fill(await InboxDesk.open(parley), 20_000);
  await parley.database.query('VACUUM ANALYZE files');
});
afterAll(() => parley.stop());

/** Files that messages of the workspace carry. */
async function fill({ workspace, conversationId }: InboxDesk, count: number): Promise<void> {
  await parley.database.query(
    `INSERT INTO files (workspace_id, id, uploader_id, file_name, media_type, size_bytes, sha256, conversation_id, message_id)
     SELECT $1, gen_random_uuid(), 'member:' || n, 'a.txt', 'text/plain', 7, sha256('x'), $2, gen_random_uuid()
     FROM generate_series(1, $3::int) n`,
    [workspace.id, conversationId, count],
  );
}

it('what a workspace stores is counted from an index alone', async () => {
  const values = [desk.workspace.id, `member:${desk.author.memberId}`];
  const [row] = await parley.database.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
    `EXPLAIN (FORMAT JSON) ${COUNT_FILES}`,
    values,
  );
  const reads = everyPlan(row['QUERY PLAN'][0].Plan).filter((plan) => plan['Relation Name'] === 'files');
  expect(reads.map((plan) => `${plan['Node Type']} ${plan['Index Name']}`).sort()).toEqual([
    'Index Only Scan files_counted_once',
    'Index Scan files_unused',
  ]);
});

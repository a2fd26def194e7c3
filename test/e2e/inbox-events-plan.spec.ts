import { LIST_SETTLED_EVENTS } from '../../src/inbox/events/settled-events.sql';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

const [EVENTS, PAGE] = [20_000, 100];

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

function mostRowsOfEvents(plan: Plan): number {
  const own = plan['Relation Name'] === 'inbox_events' ? plan['Actual Rows'] : 0;
  return Math.max(own, ...(plan.Plans ?? []).map(mostRowsOfEvents));
}

it('reads no more events than are asked for, however many follow', async () => {
  const desk = await ConversationDesk.open(parley);
  const { id } = await desk.conversation('Do you ship to Iceland?');
  // Before all transactions, as nothing of now is settled for sure.
  await parley.database.query(
    `INSERT INTO inbox_events (workspace_id, transaction_id, agent_id, conversation_id, type)
     SELECT workspace_id, -n, agent_id, id, 'conversation.updated' FROM conversations, generate_series(1, $2::int) AS n
     WHERE id = $1`,
    [id, EVENTS],
  );
  await parley.database.query('ANALYZE inbox_events');
  const plan = await parley.database.transaction(async (manager) => {
    await manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await manager.query(`PREPARE settled AS ${LIST_SETTLED_EVENTS}`);
    const [row] = await manager.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE settled ('{${desk.workspace.id}}', ${-EVENTS - 1}, 0, NULL, ${PAGE})`,
    );
    await manager.query('DEALLOCATE settled');
    return row['QUERY PLAN'][0].Plan;
  });
  expect(plan['Actual Rows']).toBe(PAGE);
  // One more, which tells whether others follow.
  expect(mostRowsOfEvents(plan)).toBe(PAGE + 1);
});

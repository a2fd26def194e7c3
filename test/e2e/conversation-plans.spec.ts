import type { Member } from '../../src/common/request/principal';
import { countConversations, MOST_TESTED } from '../../src/inbox/conversations/conversation-counts.sql';
import {
  type ConversationFilter,
  listConversations,
  MOST_MERGED,
} from '../../src/inbox/conversations/conversation-lists.sql';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { everyPlan, type Plan } from '../support/generic-plan';
import { type Parley, startParley } from '../support/parley';

/** Of each view, of each of two agents. */
const EACH = 10_500;

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
  desk = await ConversationDesk.open(parley);
  const agentIds = [desk.agent.id, (await desk.anotherAgent()).id];
  await parley.database.query(
    `INSERT INTO conversations (workspace_id, id, agent_id, handler, status, last_message_at, unanswered_since)
     SELECT $1, gen_random_uuid(), a.id, handler, status, now() - n * interval '1 s', now() - n * interval '1 s'
     FROM generate_series(1, $3::int) n, unnest($2::uuid[]) a (id), (VALUES ('human', 'open'), ('agent', 'open'), ('human', 'waiting')) v (handler, status)`,
    [desk.workspace.id, agentIds, EACH],
  );
  await parley.database.query('VACUUM ANALYZE conversations');
}, 120_000);
afterAll(() => parley.stop());

/** How a statement reads conversations: by what, and how many of them. */
async function readsOf(sql: string, parameters: unknown[]): Promise<[string, number][]> {
  const [row] = await parley.database.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    parameters,
  );
  return everyPlan(row['QUERY PLAN'][0].Plan)
    .filter((plan) => plan['Relation Name'] === 'conversations' && plan['Actual Rows']! > 0)
    .map((plan) => [plan['Index Name'] ?? plan['Node Type'], plan['Actual Rows']!]);
}

const waiting = (filter: Partial<ConversationFilter> = {}) => {
  const { workspace, owner } = desk;
  const all = { workspaceId: workspace.id, memberId: owner.memberId, agentIds: null, ...filter };
  const { sql, parameters } = listConversations(all, { sort: 'waiting', most: 51 });
  return readsOf(sql, parameters);
};

it('a page with sort=waiting reads its own rows, of a workspace and of an agent', async () => {
  expect(await waiting()).toEqual([['conversations_unanswered', 51]]);
  expect(await waiting({ assigneeMemberId: null })).toEqual([['conversations_unanswered', 51]]);
  expect(await waiting({ agentIds: [desk.agent.id] })).toEqual([['conversations_agent_unanswered', 51]]);
});

it('counts read no more than they test, of a workspace and of an agent', async () => {
  const { workspace, owner, agent } = desk;
  const reader = { workspaceId: workspace.id, memberId: owner.memberId } as Member;
  const counts = async (agentIds: string[] | null) => {
    const { sql, parameters } = countConversations({ ...reader, agentIds });
    return (await readsOf(sql, parameters)).sort();
  };
  const read = (...indexes: string[]) => indexes.map((index) => [index, MOST_TESTED]);
  const ofAll = read('conversations_activity', 'conversations_activity', 'conversations_unanswered');
  expect(await counts(null)).toEqual(ofAll);
  // One who sees many agents tests those of all.
  expect(await counts(Array<string>(MOST_MERGED + 1).fill(agent.id))).toEqual(ofAll);
  expect(await counts([agent.id])).toEqual(
    read('conversations_agent', 'conversations_agent', 'conversations_agent_unanswered'),
  );
});

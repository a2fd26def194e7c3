import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import { MailDelivery } from '../../src/common/mail/mail-delivery';
import { RELEASE_LOST_MAILS } from '../../src/common/mail/mail-outbox.sql';
import { SourceIndexing } from '../../src/sources/source-indexing';
import { READER_VERSION } from '../../src/sources/reader-version';
import { CLAIM_OUTDATED } from '../../src/sources/source-jobs.sql';
import { CLAIM_REPLY, FIND_ABANDONED_REPLY, FIND_AWAITING_TOO_LONG } from '../../src/inbox/replies/replies.sql';
import { InboxDesk } from '../factories/inbox-fixtures';
import { everyPlan, genericPlanOf } from '../support/generic-plan';
import { type Parley, startParley } from '../support/parley';

/** Of each queue, none of them due. */
const WAITING = 5_000;

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
  const { workspace, agent, conversationId } = await InboxDesk.open(parley);
  const of = [workspace.id, conversationId];
  await parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
     SELECT $1, $2, gen_random_uuid(), 'human', 'widget', 'No. ' || n FROM generate_series(1, $3::int) n`,
    [...of, WAITING],
  );
  await parley.database.query(
    `INSERT INTO replies (workspace_id, conversation_id, message_id, agent_id, channel, type, dispatch_after_at,
       status, lease_ends_at)
     SELECT workspace_id, conversation_id, id, $3, 'widget', 'substantive', now() + interval '1 hour',
       CASE WHEN isSending THEN 'sending' ELSE 'queued' END, CASE WHEN isSending THEN now() + interval '1 hour' END
     FROM (SELECT *, row_number() OVER () % 2 = 0 AS isSending FROM messages
           WHERE workspace_id = $1 AND conversation_id = $2 AND role = 'human') m`,
    [...of, agent.id],
  );
  await parley.database.query(
    `INSERT INTO mail_outbox (id, status, due_at, lease_ends_at)
     SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'sending' ELSE 'queued' END, now() + interval '1 hour',
       CASE WHEN n % 2 = 0 THEN now() + interval '1 hour' END
     FROM generate_series(1, $1::int) n`,
    [WAITING],
  );
  await parley.database.query(
    `INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, size_bytes, status, reader_version)
     SELECT $1, $2, gen_random_uuid(), 'text', 'No. ' || n, 1, 'ready', 1 FROM generate_series(1, $3::int) n`,
    [workspace.id, agent.id, WAITING],
  );
  await parley.database.query('ANALYZE replies, mail_outbox, knowledge_sources');
}, 120_000);
afterAll(() => parley.stop());

/** How a queue is read: by which index, and up to which time. */
const readsOf = async (sql: string): Promise<unknown[]> =>
  everyPlan(await genericPlanOf(parley, sql))
    .filter(
      (plan) =>
        /^(?:replies|mail_outbox|knowledge_sources)$/.test(plan['Relation Name'] ?? '') &&
        /Scan$/.test(plan['Node Type']),
    )
    // The others find one row by its key.
    .filter((plan) => !/_(?:pkey|key)$/.test(plan['Index Name'] ?? ''))
    .map((plan) => [plan['Index Name'], plan['Index Cond']]);

it('who looks for work that is due reads nothing of what is not', async () => {
  expect(await readsOf(CLAIM_REPLY)).toEqual([['replies_due', '(dispatch_after_at <= statement_timestamp())']]);
  expect(await readsOf(FIND_ABANDONED_REPLY)).toEqual([['replies_leased', '(lease_ends_at < statement_timestamp())']]);
  expect(await readsOf(FIND_AWAITING_TOO_LONG)).toEqual([
    ['replies_awaiting_files', '(awaits_files_until < statement_timestamp())'],
  ]);
  expect(await readsOf(RELEASE_LOST_MAILS)).toEqual([
    ['mail_outbox_leased', '(lease_ends_at < statement_timestamp())'],
  ]);
  expect(await readsOf(parley.get(MailDelivery).queue.statement)).toEqual([
    ['mail_outbox_due', '(due_at <= statement_timestamp())'],
  ]);
  expect(await readsOf(parley.get(SourceIndexing).queue.statement)).toEqual([['knowledge_sources_work', undefined]]);
  expect(await readsOf(CLAIM_OUTDATED)).toEqual([['knowledge_sources_readers', '(reader_version < $2)']]);
});

it('the look of an idle process reads indexes only, in their order, up to now', async () => {
  const { statement } = parley.get(BackgroundRunner).looks;
  const slow = everyPlan(await genericPlanOf(parley, statement)).filter((plan) => /Seq|Sort/.test(plan['Node Type']));
  // It has a row for each workspace whose contacts are to be indexed.
  expect(slow.map((plan) => plan['Relation Name'])).toEqual(['contact_index_requests']);
  const of = (index: string, reads: unknown[]): unknown[] => reads.filter((read) => (read as unknown[])[0] === index);
  const reads = await readsOf(statement);
  expect(of('mail_outbox_due', reads)).toEqual([['mail_outbox_due', '(due_at <= statement_timestamp())']]);
  expect(of('replies_leased', reads)).toEqual([['replies_leased', '(lease_ends_at < statement_timestamp())']]);
  expect(of('knowledge_sources_readers', reads)).toEqual([
    ['knowledge_sources_readers', `(reader_version < ${READER_VERSION})`],
  ]);
});

import { BUILT_IN } from '../../src/features';
import { Seal } from '../../src/common/secrets/seal';
import type { Parley } from '../support/parley';
import { aHelpDesk } from './help-desk-fixtures';
import { InboxDesk } from './inbox-fixtures';
import { PolicyDesk } from './policy-fixtures';

export const SECRET_KEY = 'a secret key of more than 32 characters';

/** What JSON, CSV, COPY and JavaScript's numbers could each spoil. */
const AWKWARD = 'line\nbreak\r\n\\N \\. "quoted" \u0001\u0002 \u2028 😀 {"row":{}}';
const LARGE = '9007199254740993';

/** Two workspaces with something of most tables, of which each knows something of the other. */
export async function twoWorkspaces(parley: Parley): Promise<{ inbox: InboxDesk; others: string[] }> {
  const inbox = await InboxDesk.open(parley);
  const help = await aHelpDesk(parley);
  await help.chat({ message: 'How do I reset my password?', user: { externalId: 'x', email: 'x@example.com' } });
  await inbox.reply();
  await inbox.reply({ channel: 'email' });
  const policies = await PolicyDesk.open(parley);
  await policies.policies('Office');
  const exported = new Map(BUILT_IN.exported);
  const sealedFor = (table: string): Buffer =>
    new Seal({ SECRET_KEY, SECRET_KEY_FALLBACKS: [] }, exported.get(table)!.sealed![0]!.purpose).seal('a secret');
  const run = (sql: string, values: unknown[]): Promise<unknown> => parley.database.query(sql, values);
  const { id } = inbox.workspace;
  await run(
    `INSERT INTO visitor_identity_keys (workspace_id, agent_id, id, secret) VALUES ($1, $2, gen_random_uuid(), $3)`,
    [id, inbox.agent.id, sealedFor('visitor_identity_keys')],
  );
  await run(
    `INSERT INTO workspace_model_settings (workspace_id, base_url, models, sealed_api_key, api_key_hint)
     VALUES ($1, 'https://models.example.com/v1', '["m"]', $2, 'abcd')`,
    [id, sealedFor('workspace_model_settings')],
  );
  await run(`INSERT INTO visitor_mail_stops (workspace_id, mailbox) VALUES ($1, sha256('ann@example.com'))`, [id]);
  await run(`UPDATE agent_counters SET message_count = ${LARGE} WHERE workspace_id = $1`, [id]);
  await run('UPDATE messages SET content = $2 WHERE workspace_id = $1', [id, AWKWARD]);
  // A conversation that is linked to the other workspace, which has put a label on it.
  const other = help.workspace.id;
  await run(`INSERT INTO conversation_links (workspace_id, conversation_id, source_workspace_id) VALUES ($1, $2, $3)`, [
    other,
    inbox.conversationId,
    inbox.workspace.id,
  ]);
  const label = `INSERT INTO labels (workspace_id, id, name, name_key, color) VALUES ($1, gen_random_uuid(), 'Theirs', 'theirs', '#ff0000') RETURNING id`;
  const [made] = await parley.database.query<[{ id: string }]>(label, [other]);
  await run(
    `INSERT INTO conversation_labels (workspace_id, conversation_id, label_id, conversation_workspace_id) VALUES ($1, $2, $3, $4)`,
    [other, inbox.conversationId, made.id, inbox.workspace.id],
  );
  return { inbox, others: [other, policies.workspace.id] };
}

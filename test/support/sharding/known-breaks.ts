/** What of the schema Citus would refuse, and what would have to change. It becomes longer only where a tenant is guarded by it. */
export const KNOWN_BREAKS: readonly { change: string; breaks: readonly string[] }[] = [
  {
    change:
      'the id becomes (workspace_id, id); rows that refer to it have the workspace already, and version 7 ids stay unique without an index',
    breaks: ['unique access_tokens_pkey', 'unique invitations_pkey', 'unique members_id_key'],
  },
  {
    change:
      'a reference table from the ids that are looked up alone to their workspaces: there they are unique, even after an import',
    breaks: [
      'unique agents_id_key',
      'unique conversations_id_key',
      'unique deliveries_id_key',
      'unique replies_message_id_key',
      'unique visitor_sessions_id_key',
      'unique workspace_keys_pkey',
    ],
  },
  {
    change:
      'a secret that says which workspace it is for, or a reference table from its hash to the workspace: authentication has nothing else to find the shard by',
    breaks: [
      'unique access_tokens_secret_hash_key',
      'unique invitations_token_hash_key',
      'unique workspace_keys_secret_hash_key',
    ],
  },
  {
    change: 'a reference table of the host names that are taken, written in the transaction that claims one',
    breaks: ['unique custom_domains_domain'],
  },
  {
    change: 'a reference table of owners and the names of their workspaces',
    breaks: ['unique workspaces_owner_name'],
  },
  {
    change:
      'the foreign key becomes (workspace_id, member_id), without SET NULL: the removal of a member unassigns in the service',
    breaks: [
      'foreign key conversations_assignee_member_id_fkey',
      'foreign key conversation_views_owner_member_id_fkey',
      'foreign key inbox_reads_member',
      'foreign key notification_opt_outs_member_id_fkey',
      'foreign key saved_replies_owner_member_id_fkey',
      'foreign key support_requests_assignee_member_id_fkey',
      'foreign key webhooks_created_by_fkey',
      'foreign key webhooks_kept_by_fkey',
    ],
  },
  {
    change: 'no SET NULL in a key that has the workspace: the end of a session forgets it in the service',
    breaks: ['foreign key visitor_conversations_workspace_id_session_id_fkey'],
  },
  {
    change:
      'a link leads to another workspace, so to another shard: its foreign key is given up for a clean-up by a worker',
    breaks: [
      'foreign key conversation_labels_conversation_workspace_id_conversation_fkey',
      'foreign key conversation_labels_linked_workspace_id_conversation_id_fkey',
      'foreign key conversation_links_source_workspace_id_conversation_id_fkey',
    ],
  },
  {
    change: 'a queue on the coordinator cannot refer to shards: what is removed clears its mails in the service',
    breaks: [
      'foreign key inbound_mails_workspace_id_agent_id_fkey',
      'foreign key inbound_mails_workspace_id_conversation_id_fkey',
      'foreign key inbound_mails_workspace_id_fkey',
    ],
  },
  {
    change: 'the statements that write the table do what its trigger does',
    breaks: [
      'trigger contacts_forget_workspace',
      'trigger contacts_note_deleted',
      'trigger contacts_note_inserted',
      'trigger contacts_note_updated',
      'trigger conversations_forget_agent',
      'trigger knowledge_forget_agent',
      'trigger visitors_hear_of_messages',
    ],
  },
  {
    change:
      'a number that a workspace counts by itself orders its events: a transaction has another id on each node, and the coordinator makes defaults',
    breaks: ['transaction id inbox_events.transaction_id', 'transaction id workspace_events.transaction_id'],
  },
];

/** What Citus would refuse of statements, by the table that they change; see `statementBreaks`. */
export const STATEMENT_BREAKS: readonly StatementBreaks[] = [
  {
    change: 'the purge of an agent gets the ids of its event and its entry as parameters',
    breaks: ['volatile function in WITH of a change: audit_entries'],
  },
  {
    change: 'the time is a parameter, read from the database before',
    breaks: [
      'volatile function in WITH of a change: credit_months',
      'volatile function in a change: credit_holds',
      'volatile function in a change: custom_domains',
      'volatile function in a change: deliveries',
      'volatile function in a change: knowledge_sources',
      'volatile function in a change: member_notifications',
      'volatile function in a change: replies',
      'volatile function in a change: sessions',
    ],
  },
  {
    change: 'the same: a time that a condition decides about is made outside of it',
    breaks: [
      'function in CASE or COALESCE of a change: conversations',
      'function in CASE or COALESCE of a change: deliveries',
      'function in CASE or COALESCE of a change: knowledge_sources',
      'function in CASE or COALESCE of a change: member_notifications',
      'function in CASE or COALESCE of a change: notification_devices',
      'function in CASE or COALESCE of a change: replies',
      'function in CASE or COALESCE of a change: sessions',
      'function in ON CONFLICT: chat_turns',
      'function in ON CONFLICT: copilot_suggestions',
      'function in ON CONFLICT: inbox_reads',
      'function in ON CONFLICT: knowledge_embedding_jobs',
      'function in ON CONFLICT: notification_settings',
      'function in ON CONFLICT: visitor_sessions',
    ],
  },
  {
    change: 'columns are returned as they are, and combined by the caller',
    breaks: ['function in RETURNING: chat_turns', 'function in RETURNING: knowledge_chunks'],
  },
  {
    change: 'the time is a parameter here, too',
    isBuilt: true,
    breaks: [
      'function in CASE or COALESCE of a change: contact_imports',
      'function in CASE or COALESCE of a change: knowledge_tests',
      'volatile function in WITH of a change: account_credentials',
      'volatile function in WITH of a change: sessions',
      'volatile function in WITH of a change: visitor_sessions',
      'volatile function in WITH of a change: workspace_keys',
      'volatile function in a change: account_preferences',
      'volatile function in a change: contact_imports',
      'volatile function in a change: knowledge_files',
    ],
  },
];

interface StatementBreaks {
  change: string;
  /** Made by TypeORM or for several tables, so that no text in the sources shows it: the suites that send it do. */
  isBuilt?: true;
  breaks: readonly string[];
}

/**
 * The tables whose rows of a workspace are exported, each after those that its foreign keys refer to. A trigger tells visitors of
 * a message that is inserted, so what they have been told comes after the messages.
 */
export const EXPORTED = [
  'workspaces',
  'members',
  'workspace_keys',
  'agents',
  'agent_counters',
  'agent_token_budgets',
  'agent_token_days',
  'workspace_model_settings',
  'credit_months',
  'credit_entries',
  'contacts',
  'contact_erasures',
  'labels',
  'knowledge_files',
  'knowledge_file_pieces',
  'knowledge_sources',
  'knowledge_contents',
  'knowledge_chunks',
  'knowledge_postings',
  'knowledge_embedding_sets',
  'knowledge_embeddings',
  'knowledge_embedding_jobs',
  'knowledge_tests',
  'conversations',
  'conversation_labels',
  'conversation_participants',
  'chat_turns',
  'knowledge_gaps',
  'messages',
  'message_attachments',
  'message_mails',
  'replies',
  'reply_revisions',
  'inbox_notes',
  'inbox_reads',
  'visitor_sessions',
  'visitor_conversations',
  'visitor_messages',
  'visitor_identity_keys',
  'visitor_mail_stops',
  'sla_policies',
  'sla_snapshots',
  'support_requests',
  'support_request_history',
  'sla_milestones',
  'sla_clocks',
  'sla_clock_events',
  'sla_alerts',
  'notification_opt_outs',
  'notification_settings',
  'retention_settings',
] as const;

export type ExportedTable = (typeof EXPORTED)[number];

/** Tables with rows of workspaces that are not exported, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  access_tokens: 'they are valid for an hour, and made anew with a key, which is exported',
  agent_token_holds: 'they are held for answers that are being made, which end where they began',
  contact_changes: 'the search of contacts makes them anew of the contacts',
  contact_import_chunks: 'a file that is being imported is imported where it was uploaded',
  contact_import_refusals: 'records of imports are kept for 30 days only',
  contact_imports: 'records of imports are kept for 30 days only, and unfinished ones go on where they began',
  contact_index_requests: 'the search of contacts makes them anew of the contacts',
  contact_index_versions: 'the search of contacts makes them anew of the contacts',
  conversation_recipients: 'an address proves itself to the installation that writes to it',
  contact_postings: 'the search of contacts makes them anew of the contacts',
  conversation_links: 'they lead to conversations of other workspaces, or let others see those of this one',
  copilot_suggestions: 'they are kept for retries of requests only',
  credit_holds: 'they are held for answers that are being made, which end where they began',
  custom_domains: 'DNS leads them to the installation where they were set up; set them up again',
  inbound_mails: 'they are kept until they are taken in or looked at; the messages made of them are exported',
  knowledge_lexemes: 'the import counts the words of the passages again',
  knowledge_statistics: 'the import counts the passages again',
  inbox_events: 'their positions are numbers of transactions of one database; pages begin anew without them',
  invitations: 'their links lead to the installation that sent them; invite again',
  member_notifications: 'members are told of what happens by the installation where it happened',
  unverified_mail_counts: 'they count the day of one installation',
  verified_recipients: 'an address proves itself to the installation that writes to it',
};

/** Left out, but wanted again by somebody: how many there are is told to whoever imports. */
export const SET_UP_AGAIN = { custom_domains: 'custom domains', invitations: 'invitations' } as const;

/** Conditions for rows besides their workspace: none of them tells of another workspace. */
export const ONLY: Partial<Record<ExportedTable, string>> = {
  conversation_labels: 'conversation_workspace_id = workspace_id',
};

/**
 * Rows that refer to others of their own table come after those, and rows that PostgreSQL has numbered come in the order of their
 * numbers, since they get new ones.
 */
export const ORDER: Partial<Record<ExportedTable, string>> = {
  contacts: 'seq',
  knowledge_chunks: 'agent_id, id',
  knowledge_sources: 'parent_id IS NOT NULL',
};

const LEASE_ENDED = { lease_ends_at: 'CASE WHEN r.lease_ends_at IS NOT NULL THEN least(r.lease_ends_at, now()) END' };
const DUE_NOW = { due_at: 'now()' };

/**
 * What a row `r` says of work that is under way or waits, as SQL. No process here holds it, it comes after what has waited here,
 * and it was not tried yet.
 */
export const SET_ANEW: Partial<Record<ExportedTable, Readonly<Record<string, string>>>> = {
  chat_turns: LEASE_ENDED,
  knowledge_embedding_jobs: { ...DUE_NOW, attempts: '0', fence: '0', is_held: 'false' },
  knowledge_sources: { ...DUE_NOW, ...LEASE_ENDED, attempts: '0', fence: '0' },
  knowledge_tests: {
    due_at: 'CASE WHEN r.due_at IS NOT NULL THEN now() END',
    attempts: '0',
    fence: '0',
    is_held: 'false',
  },
  replies: {
    ...LEASE_ENDED,
    dispatch_after_at: `CASE WHEN r.status = 'queued' THEN greatest(r.dispatch_after_at, now()) ELSE r.dispatch_after_at END`,
  },
  retention_settings: DUE_NOW,
  sla_clocks: { look_at: 'CASE WHEN r.look_at IS NOT NULL THEN greatest(r.look_at, now()) END' },
};

/** Values that mean nothing without the SECRET_KEY of the original. */
interface Encrypted {
  what: string;
  /** Sealed for this purpose; null: a hash, which a key made. */
  sealedFor: string | null;
  column: string;
  /** What is left out with it. */
  without: readonly string[] | 'row';
}

export const ENCRYPTED: Partial<Record<ExportedTable, Encrypted>> = {
  visitor_identity_keys: {
    what: 'identity keys of agents',
    sealedFor: 'identity-key',
    column: 'secret',
    without: 'row',
  },
  visitor_mail_stops: {
    what: 'addresses that want no more email',
    sealedFor: null,
    column: 'mailbox',
    without: 'row',
  },
  workspace_model_settings: {
    what: 'API keys of model servers',
    sealedFor: 'workspace-model-server',
    column: 'sealed_api_key',
    without: ['sealed_api_key', 'api_key_hint'],
  },
};

/** What the column of a table is called that says which workspace a row belongs to. */
export function workspaceColumnOf(table: string): string {
  return table === 'workspaces' ? 'id' : 'workspace_id';
}

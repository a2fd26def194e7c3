/** Features of several folders, by the module that declares them: the folders beside that of the module. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  // A search joins the passages of the index with the sources that they come from, in one statement.
  SourcesModule: ['src/retrieval/'],
  // Members' lists and searches read the record of conversations in their own statements.
  InboxModule: ['src/conversations/'],
};

/** Where a file uses a table of another feature, and why it does not ask that feature's service. */
export const OTHERS: readonly { file: string; table: string; reason: string }[] = [
  ...authentication('src/common/auth/membership.sql.ts', 'members', 'workspaces'),
  ...authentication('src/credentials/credentials.sql.ts', 'accounts'),
  ...authentication('src/oauth/access-tokens.sql.ts', 'workspace_keys', 'workspaces'),
  {
    file: 'src/oauth/token-exchange.service.ts',
    table: 'workspace_keys',
    reason: 'a key that is exchanged has been used, which is noted with the uses of everything else',
  },
  {
    file: 'src/oauth/token.strategy.ts',
    table: 'workspace_keys',
    reason: 'a key whose token is used has been used, which is noted with the uses of everything else',
  },
  ...authentication('src/visitor/sessions/visitor-sessions.sql.ts', 'agents', 'workspaces'),
  ...['src/inbox/messages/messages.sql.ts', 'src/conversations/conversation-queries.sql.ts'].map((file) => ({
    file,
    table: 'files',
    reason: 'a list of messages, which each opening of a conversation waits for, shows their files',
  })),
  {
    file: 'src/inbox/search/message-search.sql.ts',
    table: 'files',
    reason: 'a search reads the newest texts of all kinds in one order, and the names of files are among them',
  },
  ...['accounts', 'members', 'workspaces'].map((table) => ({
    file: 'src/backup/workspace/workspace.sql.ts',
    table,
    reason: 'an operator exports and imports a workspace with its members in one snapshot and one transaction',
  })),
  ...['knowledge_lexemes', 'knowledge_statistics', 'knowledge_postings', 'knowledge_chunks'].map((table) => ({
    file: 'src/backup/workspace/workspace.sql.ts',
    table,
    reason:
      'figures of a file are not believed: the import counts them of the rows that it has brought, before it commits',
  })),
  ...[
    'replies',
    'deliveries',
    'mail_outbox',
    'member_notifications',
    'inbox_events',
    'visitor_conversations',
    'notification_devices',
  ].map((table) => ({
    file: 'src/backup/settle-restored.sql.ts',
    table,
    reason:
      'a restore commits rows only with what keeps them from leaving twice, in a database on which no feature runs yet',
  })),
  ...['workspace_events', 'event_logs', 'workspaces', 'webhooks', 'webhook_deliveries', 'webhook_replays'].map(
    (table) => ({
      file: 'src/backup/settle-restored.sql.ts',
      table,
      reason: 'the events of a log are placed anew together, in a database on which no feature runs yet',
    }),
  ),
  ...['conversations', 'conversation_labels'].map((table) => ({
    file: 'src/events/event-log.sql.ts',
    table,
    reason: 'each change waits for the statement that writes its events, which reads their conversations itself',
  })),
  ...['src/events/event-log.sql.ts', 'src/events/events.tables.ts'].map((file) => ({
    file,
    table: 'retention_settings',
    reason: 'a workspace sets how long its events are kept, and positions expire at the same moment',
  })),
  ...['inbox_events', 'workspace_events'].map((table) => ({
    file: 'src/inbox/events/settled-events.sql.ts',
    table,
    reason: 'a stream has each event with its conversation and its message, in one statement for all streams',
  })),
  {
    file: 'src/inbox/replies/replies.sql.ts',
    table: 'inbox_events',
    reason: 'a claim is no transaction of its own: its event is written by the statement that claims',
  },
  {
    file: 'src/agents/agents.sql.ts',
    table: 'workspace_events',
    reason:
      'an agent is purged on a connection for long statements: its event is written by the statement that deletes',
  },
  {
    file: 'src/visitor/conversations/own-conversations.sql.ts',
    table: 'agents',
    reason: 'a process looks at all its streams every two seconds: what ends them comes with it, in the same statement',
  },
  {
    file: 'src/audit/audit-entries.sql.ts',
    table: 'account_credentials',
    reason: 'an entry has the lineage of its credential, in the one statement that each change may cost',
  },
  {
    file: 'src/agents/agents.sql.ts',
    table: 'audit_entries',
    reason: 'the purge of an agent is one statement that can be cancelled, and is recorded in it',
  },
  ...copyOfFiles('src/backup/settle-restored.sql.ts', 'files', 'file_objects'),
  ...copyOfFiles('src/backup/stored-files.sql.ts', 'files', 'file_pieces'),
  ...['audit_entries', 'workspaces'].map((table) => ({
    file: 'src/backup/settle-restored.sql.ts',
    table,
    reason: 'a restore and a move are recorded in the log of each workspace, in the transaction that brings the rows',
  })),
  ...statusOfCredentials('src/credentials/credentials.sql.ts'),
  {
    file: 'src/files/kept-files.sql.ts',
    table: 'saved_replies',
    reason:
      'saved replies also go in the cascade of a membership, and the files that they kept are found by what is missing',
  },
  {
    file: 'src/accounts/accounts.tables.ts',
    table: 'account_credentials',
    reason: 'an expired session stays as long as credentials tell of it: their foreign key would refuse',
  },
  {
    file: 'src/workspaces/members/members.repository.ts',
    table: 'accounts',
    reason: 'a list of members has their names and addresses, which only one statement reads at one moment',
  },
  {
    file: 'src/workspaces/invitations/invitations.repository.ts',
    table: 'accounts',
    reason: 'an invitation is visible to the account with its verified address: the join is the check',
  },
  {
    file: 'src/conversations/conversation-queries.sql.ts',
    table: 'contacts',
    reason:
      'each turn, and each request of a visitor, waits for the statement that says whether the contact is blocked',
  },
  {
    file: 'src/visitor/mails/visitor-mails.sql.ts',
    table: 'messages',
    reason:
      'searches the texts of people within all messages to a visitor, in one statement for any number of messages',
  },
  {
    file: 'src/sla/clocks/sla-clocks.sql.ts',
    table: 'conversations',
    reason: 'a sweep locks conversations before their clocks, like all code, and skips locked ones',
  },
  {
    file: 'src/sla/clocks/sla-clocks.sql.ts',
    table: 'support_requests',
    reason: 'the clocks of conversations are found by their requests, which have an index of that',
  },
  {
    file: 'src/sla/reports/sla-reports.sql.ts',
    table: 'support_requests',
    reason: 'a report by member counts unanswered clocks with the assignees of their requests, in one statement',
  },
  ...['sla_clocks', 'sla_snapshots'].map((table) => ({
    file: 'src/support/support-requests.sql.ts',
    table,
    reason: 'a request is shown with its clocks and sorted by the earliest of them, and lists are one statement',
  })),
  {
    file: 'src/support/support-requests.sql.ts',
    table: 'sla_milestones',
    reason: 'the requests that a settled reply concerns are found in one statement, for every reply that leaves',
  },
  {
    file: 'src/support/support-requests.sql.ts',
    table: 'conversations',
    reason: 'a request is shown with the contact of its conversation, and lists of them are one statement',
  },
  {
    file: 'src/accounts/accounts.tables.ts',
    table: 'notification_devices',
    reason: 'a session that was ended stays as long as a device was registered in it, which it keeps silent',
  },
  ...[
    'src/notifications/notifications.tables.ts',
    'src/notifications/devices/notification-devices.repository.ts',
    'src/notifications/devices/notification-devices.sql.ts',
  ].map((file) => ({
    file,
    table: 'sessions',
    reason: 'a device falls silent at the moment at which the session that it was registered in is ended',
  })),
  ...notifications('src/notifications/notices/member-notifications.sql.ts', [
    'conversations',
    'messages',
    'support_requests',
    'members',
    'account_preferences',
    'agents',
  ]),
  ...notifications('src/notifications/notices/notification-jobs.sql.ts', [
    'workspaces',
    'conversations',
    'agents',
    'members',
    'accounts',
    'account_preferences',
    'contacts',
    'messages',
    'replies',
    'deliveries',
    'inbox_reads',
    'support_requests',
    'sla_clocks',
    'mail_outbox',
  ]),
];

type Other = (typeof OTHERS)[number];

function authentication(file: string, ...tables: string[]): Other[] {
  const reason = 'authentication is one statement: who calls, what they may do, and whether both still hold';
  return tables.map((table) => ({ file, table, reason }));
}

function copyOfFiles(file: string, ...tables: string[]): Other[] {
  const reason =
    'a copy of the database has the bytes that lie in the store of files; its commands run outside of features';
  return tables.map((table) => ({ file, table, reason }));
}

function statusOfCredentials(...files: string[]): Other[] {
  const reason = 'the status of a credential depends on whether its issuer session has ended, at the same moment';
  return files.map((file) => ({ file, table: 'sessions', reason }));
}

function notifications(file: string, tables: string[]): Other[] {
  const reason =
    'selects the recipients in one statement, for any number of them, at one moment; a statement for each would be too slow';
  return tables.map((table) => ({ file, table, reason }));
}

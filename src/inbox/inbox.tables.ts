import { BY_ERASER, exported, LEASE_ENDED, leftOut } from '../common/feature/table-policy';

/** The tables of the record (src/conversations) and of the inbox: one feature in two folders. */
export const INBOX_TABLES = {
  conversation_labels: exported({
    only: 'conversation_workspace_id = workspace_id',
    unlinkedFrom: ['conversation_links'],
  }),
  conversation_links: leftOut('they lead to conversations of other workspaces, or let others see those of this one'),
  conversation_participants: exported(),
  conversation_views: exported(),
  conversations: exported({
    erasedWith: { contact: BY_ERASER, conversation: BY_ERASER },
    countedAs: 'conversations',
  }),
  deliveries: exported({
    anew: {
      ...LEASE_ENDED,
      dispatch_after_at: `CASE WHEN r.status = 'queued' AND r.dispatch_after_at IS NOT NULL THEN greatest(r.dispatch_after_at, now()) ELSE r.dispatch_after_at END`,
    },
  }),
  inbox_notes: exported({ erasedWith: { conversation: 'conversation_id' }, countedAs: 'notes' }),
  inbox_reads: exported(),
  labels: exported(),
  message_attachments: exported({
    longestRow: Infinity,
    erasedWith: { conversation: 'conversation_id' },
    countedAs: 'attachments',
  }),
  messages: exported({ erasedWith: { conversation: BY_ERASER }, countedAs: 'messages' }),
  outbound_counts: leftOut('they count the day of one installation'),
  replies: exported({
    anew: {
      ...LEASE_ENDED,
      dispatch_after_at: `CASE WHEN r.status = 'queued' THEN greatest(r.dispatch_after_at, now()) ELSE r.dispatch_after_at END`,
    },
  }),
  reply_revisions: exported(),
  saved_replies: exported(),
};

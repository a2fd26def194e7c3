import { exported, ofInstallation } from '../common/feature/table-policy';

export const VISITOR_TABLES = {
  visitor_conversations: exported(),
  visitor_identity_keys: exported({
    sealed: [{ column: 'secret', purpose: 'identity-key' }],
    keyed: { label: 'identity keys of agents', column: 'secret', without: 'row' },
  }),
  visitor_mail_stop_keys: ofInstallation({ sealed: [{ column: 'sealed', purpose: 'visitor-mail-stop' }] }),
  visitor_mail_stops: exported({
    keyed: { label: 'addresses that want no more email', column: 'mailbox', without: 'row' },
  }),
  visitor_messages: exported({ after: ['messages'] }),
  visitor_sessions: exported({
    expires: [
      // An ended one as well: its token would be good again, had it not expired by then.
      { key: 'workspace_id, id', condition: `last_used_at < statement_timestamp() - interval '30 days'` },
    ],
  }),
};

import { exported, leftOut } from '../common/feature/table-policy';
import { EXPIRED_EVENTS, EXPIRED_TOKENS } from './inbound/vendors/mail-tokens.sql';
import { CROWDED_OUT, EXPIRED_MAILS } from './inbound/inbound-mails.sql';

export const EMAIL_TABLES = {
  accepted_mail_senders: exported(),
  agent_mail_settings: exported(),
  inbound_mail_chunks: leftOut('they are the bytes of incoming emails, which are left out'),
  inbound_mails: leftOut('they are stored until they are processed or reviewed; their messages are exported', {
    expires: [
      { key: 'id', condition: EXPIRED_MAILS },
      { key: 'id', condition: CROWDED_OUT },
    ],
    keptFor: {
      setting: 'mailDays',
      countedAs: 'inboundMails',
      since: 'received_at',
      key: 'id',
      condition: 'finished_at IS NOT NULL',
      // A small batch, because the bytes of each can be large.
      atOnce: 100,
    },
  }),
  inbound_mail_events: leftOut('they announce emails to one installation, and are stored until these are fetched', {
    expires: [{ key: 'id', condition: EXPIRED_EVENTS }],
  }),
  inbound_mail_tokens: leftOut('they are what vendors have signed for one installation', {
    expires: [{ key: 'token', condition: EXPIRED_TOKENS }],
  }),
  conversation_recipients: leftOut('each installation verifies addresses itself'),
  message_mails: exported(),
  unverified_mail_counts: leftOut('they count the day of one installation', {
    expires: [
      { key: 'workspace_id, mailbox', condition: `day < (statement_timestamp() AT TIME ZONE 'UTC')::date - 1` },
    ],
  }),
  verified_recipients: leftOut('each installation verifies addresses itself', {
    expires: [{ key: 'workspace_id, address', condition: `verified_at < statement_timestamp() - interval '1 year'` }],
  }),
};

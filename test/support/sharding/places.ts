/**
 * Where Citus would keep the tables that belong to no one workspace. Every other table is distributed by workspace_id, and
 * `workspaces` by its id.
 */

/** Copied to every node, since tables of workspaces are joined with them or refer to them. Written by all nodes at once. */
export const REFERENCE: Readonly<Record<string, string>> = {
  accounts: 'members and workspaces refer to accounts; one row a person',
  sessions: 'a caller is looked up together with the membership in one statement; a few rows a person, and they expire',
  account_credentials: 'looked up as sessions are; a person has few, and creates them by hand',
  account_preferences: 'the recipients of an event depend on them, in one statement with the members; one row a person',
  notification_devices: 'looked up for the members who are notified of an event; one row a browser that was registered',
};

/** Plain PostgreSQL tables on the coordinator: no statement needs them on another node. */
export const LOCAL: Readonly<Record<string, string>> = {
  account_addresses: 'addresses that a person has used, read at sign-in only',
  account_credential_events: 'the history of credentials of accounts, never joined with a workspace',
  email_tokens: 'links in mails to accounts; deleted once they have expired',
  idempotency_keys: 'by caller, who may be an account; kept for a day',
  inbound_mail_chunks: 'the bytes of mails until they have been read',
  inbound_mail_events: 'a queue: an email that a vendor has announced, before its workspace is known',
  inbound_mail_tokens: 'signatures of vendors, which sign for no workspace',
  inbound_mails: 'a queue: a mail is stored before its workspace is known, so its workspace may be null',
  local_identities: 'passwords, read at sign-in only; one row a person',
  setup_codes: 'one row at most, until the installation has its first account',
  mail_outbox:
    'a queue of sealed mails that names no workspace; claimed by FOR UPDATE SKIP LOCKED, which needs one node',
  migrations: 'what has been migrated, one row a migration',
  audit_keys: 'the key pair by which the installation signs audit logs, one row',
  push_keys: 'the key pair by which the installation signs its pushes, one row',
  visitor_mail_stop_keys: 'what stops of mail are hashed with; one row for each SECRET_KEY that there was',
  rate_limits: 'counters by caller, not logged; a limit is exact because one node counts',
  registrations: 'accounts that are not confirmed yet; they expire',
};

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members' devices that take Web Push messages, the key pair that signs these, and what members want to hear. */
export class CreateNotificationDevices1795000120000 implements MigrationInterface {
  readonly name = 'CreateNotificationDevices1795000120000';

  async up(queries: QueryRunner): Promise<void> {
    // One row for all processes and for ever: each subscription is bound to the public key it was made with.
    await queries.query(`
      CREATE TABLE push_keys (
        id smallint PRIMARY KEY CHECK (id = 1),
        public_key text NOT NULL,
        private_key_sealed bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // A session that has ended is not forgotten while a device stands for it (sessions.repository.ts).
    await queries.query(`
      CREATE TABLE notification_devices (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        session_id uuid REFERENCES sessions ON DELETE SET NULL,
        label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
        endpoint_hash bytea NOT NULL CHECK (octet_length(endpoint_hash) = 32),
        subscription_sealed bytea NOT NULL,
        paused boolean NOT NULL DEFAULT false,
        failure_class text CHECK (failure_class IN ('subscription_gone', 'vapid_rejected', 'payload_too_large', 'bad_request',
          'rate_limited', 'push_service_error', 'network')),
        failing_since timestamptz(3),
        failures integer NOT NULL DEFAULT 0,
        retry_at timestamptz(3),
        expired_at timestamptz(3),
        last_active_at timestamptz(3) NOT NULL,
        last_success_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        CHECK ((failure_class IS NULL) = (failing_since IS NULL)),
        CHECK ((expired_at IS NOT NULL) = (failure_class IS NOT DISTINCT FROM 'subscription_gone'))
      )`);
    // A browser's subscription is one device, whoever signs in there.
    await queries.query('CREATE UNIQUE INDEX notification_devices_endpoint ON notification_devices (endpoint_hash)');
    await queries.query('CREATE INDEX notification_devices_account ON notification_devices (account_id, id)');
    await queries.query('CREATE INDEX notification_devices_session ON notification_devices (session_id)');
    await queries.query(`
      CREATE TABLE notification_settings (
        workspace_id uuid NOT NULL,
        account_id uuid NOT NULL,
        muted boolean NOT NULL DEFAULT false,
        show_content boolean NOT NULL DEFAULT true,
        muted_agent_ids uuid[] NOT NULL DEFAULT '{}',
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, account_id),
        FOREIGN KEY (workspace_id, account_id) REFERENCES members (workspace_id, account_id) ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE notification_settings, notification_devices, push_keys');
  }
}

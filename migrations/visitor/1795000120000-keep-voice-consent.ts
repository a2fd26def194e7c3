import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a visitor accepted before they spoke: the hash of the text that they were shown, and when. */
export class KeepVoiceConsent1795000120000 implements MigrationInterface {
  readonly name = 'KeepVoiceConsent1795000120000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE visitor_conversations
        ADD voice_consent_hash bytea CHECK (octet_length(voice_consent_hash) = 32),
        ADD voice_consented_at timestamptz(3),
        ADD CHECK ((voice_consent_hash IS NULL) = (voice_consented_at IS NULL))`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE visitor_conversations DROP voice_consented_at, DROP voice_consent_hash');
  }
}

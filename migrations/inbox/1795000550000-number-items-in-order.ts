import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ids of messages and notes in the order of writing: those of processes whose clocks differ would not be. The caller holds the lock of
 * the conversation. `place`: of several items of one statement, from 0.
 */
export class NumberItemsInOrder1795000550000 implements MigrationInterface {
  readonly name = 'NumberItemsInOrder1795000550000';

  async up(queries: QueryRunner): Promise<void> {
    // A UUIDv7 (RFC 9562, section 5.7) of the clock of the database, or of a millisecond after the latest item, if that is later.
    await queries.query(`
      CREATE FUNCTION next_item_id(workspace uuid, conversation uuid, place integer) RETURNS uuid LANGUAGE plpgsql AS $$
      DECLARE
        milliseconds bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
        latest uuid;
      BEGIN
        SELECT id INTO latest FROM (
          (SELECT id FROM messages WHERE workspace_id = workspace AND conversation_id = conversation ORDER BY id DESC LIMIT 1)
          UNION ALL
          (SELECT id FROM inbox_notes WHERE workspace_id = workspace AND conversation_id = conversation ORDER BY id DESC LIMIT 1)
        ) items ORDER BY id DESC LIMIT 1;
        IF latest IS NOT NULL THEN
          milliseconds := greatest(milliseconds, ('x' || translate(left(latest::text, 13), '-', ''))::bit(48)::bigint + 1);
        END IF;
        RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send(milliseconds + place) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
      END $$`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP FUNCTION next_item_id(uuid, uuid, integer)');
  }
}

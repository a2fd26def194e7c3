import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is searched, as `messages_search` has it for messages. */
const WORDS = [
  ['inbox_notes_search', 'inbox_notes', 'content', ''],
  ['message_attachments_search', 'message_attachments', 'file_name', 'WHERE NOT inline'],
] as const;

/** The newest of a workspace first. */
const NEWEST = [
  ['messages_newest', 'messages', ''],
  ['inbox_notes_newest', 'inbox_notes', ''],
  ['message_attachments_newest', 'message_attachments', 'WHERE NOT inline'],
] as const;

/**
 * Messages, notes and the names of files are found by their words, and read newest first where the words are in very many of them.
 * The rows that are there are indexed while the version before writes on.
 */
export class SearchNewestFirst1795000341000 implements MigrationInterface {
  readonly name = 'SearchNewestFirst1795000341000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    for (const [index, table, column, rows] of WORDS) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
      await queries.query(`
        CREATE INDEX CONCURRENTLY ${index} ON ${table}
        USING gin (array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), ${column})))
        WITH (fastupdate = off) ${rows}`);
    }
    for (const [index, table, rows] of NEWEST) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
      await queries.query(`CREATE INDEX CONCURRENTLY ${index} ON ${table} (workspace_id, id DESC) ${rows}`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const [index] of [...WORDS, ...NEWEST]) await queries.query(`DROP INDEX ${index}`);
  }
}

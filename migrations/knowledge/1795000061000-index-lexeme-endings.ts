import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets misspelt words be looked up by how they end, at a cost that does not grow with the vocabulary. */
export class IndexLexemeEndings1795000061000 implements MigrationInterface {
  readonly name = 'IndexLexemeEndings1795000061000';

  async up(queries: QueryRunner): Promise<void> {
    // Of one first letter by how they end; those that begin alike are neighbours in the primary key.
    await queries.query(`
      CREATE INDEX knowledge_lexemes_endings ON knowledge_lexemes (workspace_id, agent_id, left(lexeme, 1), reverse(lexeme))
      WHERE length(lexeme) <= 42`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX knowledge_lexemes_endings');
  }
}

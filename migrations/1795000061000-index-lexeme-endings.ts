import type { MigrationInterface, QueryRunner } from 'typeorm';
import { knowledgeEndingsSchema, knowledgeEndingsTeardown } from '../src/knowledge/retrieval/schema.sql';

/** Lets misspelt words be looked up by how they end, at a cost that does not grow with the vocabulary. */
export class IndexLexemeEndings1795000061000 implements MigrationInterface {
  readonly name = 'IndexLexemeEndings1795000061000';

  async up(queries: QueryRunner): Promise<void> {
    for (const statement of knowledgeEndingsSchema) await queries.query(statement);
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const statement of knowledgeEndingsTeardown) await queries.query(statement);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A passage without a vector is one that the embeddings server refuses; how many a source has is kept with it. */
export class MarkRefusedPassages1795000121000 implements MigrationInterface {
  readonly name = 'MarkRefusedPassages1795000121000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_embeddings ALTER COLUMN embedding DROP NOT NULL');
    await queries.query(
      'ALTER TABLE knowledge_sources ADD COLUMN refused_chunk_count integer NOT NULL DEFAULT 0 CHECK (refused_chunk_count >= 0)',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_sources DROP COLUMN refused_chunk_count');
    await queries.query('DELETE FROM knowledge_embeddings WHERE embedding IS NULL');
    await queries.query('ALTER TABLE knowledge_embeddings ALTER COLUMN embedding SET NOT NULL');
  }
}

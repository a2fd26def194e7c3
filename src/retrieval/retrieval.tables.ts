import { DUE_NOW, exported, leftOut } from '../common/feature/table-policy';

/** The tables of the index, which the feature `knowledge` declares together with those of sources. */
export const RETRIEVAL_TABLES = {
  knowledge_chunks: exported({
    order: 'agent_id, id',
    numbered: { column: 'id', references: { knowledge_postings: 'chunk_id', knowledge_embeddings: 'chunk_id' } },
  }),
  knowledge_embedding_jobs: exported({ anew: { ...DUE_NOW, attempts: '0', fence: '0', is_held: 'false' } }),
  knowledge_embedding_sets: exported(),
  knowledge_embeddings: exported(),
  knowledge_lexemes: leftOut('the import counts the words of the passages again'),
  knowledge_postings: exported(),
  knowledge_statistics: leftOut('the import counts the passages again'),
};

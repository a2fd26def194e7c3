import { DUE_NOW, exported, LEASE_ENDED, leftOut } from '../common/feature/table-policy';
import { FORGOTTEN_AND_EMPTY, FORGOTTEN_FILES } from './files/source-files.sql';

export const KNOWLEDGE_TABLES = {
  knowledge_chunks: exported({
    order: 'agent_id, id',
    numbered: { column: 'id', references: { knowledge_postings: 'chunk_id', knowledge_embeddings: 'chunk_id' } },
  }),
  knowledge_contents: exported({ longestRow: Infinity }),
  knowledge_embedding_jobs: exported({ anew: { ...DUE_NOW, attempts: '0', fence: '0', is_held: 'false' } }),
  knowledge_embedding_sets: exported(),
  knowledge_embeddings: exported(),
  knowledge_file_pieces: exported({
    longestRow: Infinity,
    expires: [
      {
        key: 'workspace_id, agent_id, file_id, start_at',
        condition: `(workspace_id, agent_id, file_id) IN (${FORGOTTEN_FILES})`,
      },
    ],
  }),
  knowledge_files: exported({ expires: [{ key: 'workspace_id, agent_id, id', condition: FORGOTTEN_AND_EMPTY }] }),
  knowledge_lexemes: leftOut('the import counts the words of the passages again'),
  knowledge_postings: exported(),
  knowledge_sources: exported({
    order: 'parent_id IS NOT NULL',
    anew: { ...DUE_NOW, ...LEASE_ENDED, attempts: '0', fence: '0' },
  }),
  knowledge_statistics: leftOut('the import counts the passages again'),
};

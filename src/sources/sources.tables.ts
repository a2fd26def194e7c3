import { DUE_NOW, exported, LEASE_ENDED } from '../common/feature/table-policy';
import { FORGOTTEN_AND_EMPTY, FORGOTTEN_FILES } from './files/source-files.sql';

export const SOURCES_TABLES = {
  knowledge_contents: exported({ longestRow: Infinity }),
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
  knowledge_sources: exported({
    order: 'parent_id IS NOT NULL',
    anew: { ...DUE_NOW, ...LEASE_ENDED, attempts: '0', fence: '0' },
  }),
};

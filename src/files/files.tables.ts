import { exported } from '../common/feature/table-policy';
import { FORGOTTEN_AND_EMPTY, FORGOTTEN_FILES } from './files.sql';

export const FILES_TABLES = {
  agent_file_settings: exported(),
  file_pieces: exported({
    longestRow: Infinity,
    expires: [{ key: 'workspace_id, file_id, start_at', condition: `(workspace_id, file_id) IN (${FORGOTTEN_FILES})` }],
  }),
  files: exported({
    expires: [{ key: 'workspace_id, id', condition: FORGOTTEN_AND_EMPTY }],
    erasedWith: { conversation: 'conversation_id' },
    countedAs: 'files',
  }),
};

import { exported, leftOut } from '../common/feature/table-policy';
import { FORGOTTEN_AND_EMPTY, FORGOTTEN_FILES } from './files.sql';
import { KEPT_BY_NOTHING } from './kept-files.sql';

/** A verdict of another installation does not count: the bytes are scanned here, and moved to the store of this one. */
const ARRIVED = {
  scan: `CASE WHEN r.scan = 'infected' OR r.sha256 IS NULL THEN r.scan ELSE 'waiting' END`,
  object_key: 'NULL',
  work_due_at: `CASE WHEN r.scan <> 'infected' AND r.sha256 IS NOT NULL THEN now() END`,
  fence: '0',
  is_held: 'false',
  attempts: '0',
};

export const FILES_TABLES = {
  agent_file_settings: exported(),
  file_pieces: exported({
    longestRow: Infinity,
    expires: [{ key: 'workspace_id, file_id, start_at', condition: `(workspace_id, file_id) IN (${FORGOTTEN_FILES})` }],
  }),
  // Not by a cascade: the object is deleted before its row.
  file_objects: leftOut('they name objects of FILES_STORE; an import brings the bytes themselves'),
  files: exported({
    anew: ARRIVED,
    order: 'bytes_of IS NOT NULL, id',
    expires: [
      { key: 'workspace_id, id', condition: KEPT_BY_NOTHING, forget: 'due_at = statement_timestamp()' },
      { key: 'workspace_id, id', condition: FORGOTTEN_AND_EMPTY },
    ],
    erasedWith: { conversation: 'conversation_id' },
    countedAs: 'files',
  }),
};

import { BY_ERASER, exported, leftOut } from '../common/feature/table-policy';
import { OLD_AND_REPORTLESS, OLD_IMPORTS } from './import/upload/contact-imports.sql';

export const CONTACTS_TABLES = {
  contact_changes: leftOut('the contact search rebuilds them from the contacts'),
  contact_erasures: exported({ keptAfterErasure: 'they are the receipts of erasures' }),
  contact_import_chunks: leftOut('a file that is being imported is imported where it was uploaded'),
  contact_import_refusals: leftOut('records of imports are kept for 30 days only', {
    expires: [
      { key: 'workspace_id, import_id, row, path', condition: `(workspace_id, import_id) IN (${OLD_IMPORTS})` },
    ],
  }),
  contact_imports: leftOut('records of imports are kept for 30 days only, and unfinished ones go on where they began', {
    expires: [{ key: 'workspace_id, id', condition: OLD_AND_REPORTLESS }],
  }),
  contact_index_requests: leftOut('the contact search rebuilds them from the contacts'),
  contact_index_versions: leftOut('the contact search rebuilds them from the contacts'),
  contact_postings: leftOut('the contact search rebuilds them from the contacts'),
  contacts: exported({
    order: 'seq',
    numbered: { column: 'seq' },
    erasedWith: { contact: BY_ERASER },
    countedAs: 'contacts',
  }),
};

import { BY_ERASER, exported, leftOut } from '../common/feature/table-policy';

export const CONTACTS_TABLES = {
  contact_changes: leftOut('the search of contacts makes them anew of the contacts'),
  contact_erasures: exported({ keptAfterErasure: 'they are the receipts of erasures' }),
  contact_import_chunks: leftOut('a file that is being imported is imported where it was uploaded'),
  contact_import_refusals: leftOut('records of imports are kept for 30 days only'),
  contact_imports: leftOut('records of imports are kept for 30 days only, and unfinished ones go on where they began'),
  contact_index_requests: leftOut('the search of contacts makes them anew of the contacts'),
  contact_index_versions: leftOut('the search of contacts makes them anew of the contacts'),
  contact_postings: leftOut('the search of contacts makes them anew of the contacts'),
  contacts: exported({
    order: 'seq',
    numbered: { column: 'seq' },
    erasedWith: { contact: BY_ERASER },
    countedAs: 'contacts',
  }),
};

import { ContactIndexing } from '../../src/contacts/search-sets/contact-indexing';
import type { Parley } from './parley';

/** Brings a workspace's index of contacts up to date, which otherwise waits until more of them have changed. */
export async function indexContacts(parley: Parley, workspace: { id: string }): Promise<void> {
  await parley.database.query('INSERT INTO contact_index_requests VALUES ($1) ON CONFLICT DO NOTHING', [workspace.id]);
  while (await parley.get(ContactIndexing).runOnce(AbortSignal.any([])));
}

import type { ContactImportDto } from '../../src/contacts/import/upload/contact-import.dto';
import type { Parley } from '../support/parley';

/** A file of contacts, uploaded over HTTP; `parley.drain()` has it imported. */
export async function anImport(
  parley: Parley,
  workspace: { id: string },
  caller: { secret: string },
  file: string,
  mediaType = 'text/csv',
): Promise<ContactImportDto> {
  const reply = await parley.call('POST', `/workspaces/${workspace.id}/contacts/import`, {
    token: caller.secret,
    body: file,
    headers: { 'content-type': mediaType },
  });
  if (reply.status !== 202) throw new Error(`importContacts answered ${reply.status}: ${reply.text}`);
  return reply.body as ContactImportDto;
}

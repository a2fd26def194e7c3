import type { ContactDto } from '../../src/contacts/contact.dto';
import type { Parley } from '../support/parley';

export type TestContact = Pick<ContactDto, keyof ContactDto>;

/** A contact made over HTTP, of the whole workspace unless it names agents. */
export async function aContact(
  parley: Parley,
  workspace: { id: string },
  by: { secret: string },
  fields: object = {},
): Promise<TestContact> {
  const reply = await parley.call('POST', `/workspaces/${workspace.id}/contacts`, {
    token: by.secret,
    body: { name: 'Ann Lee', ...fields },
  });
  if (reply.status !== 201) throw new Error(`createContact answered ${reply.status}: ${reply.text}`);
  return reply.body as TestContact;
}

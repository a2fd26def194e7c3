import type { TestAccount } from '../factories/account';
import type { IssuedCredential } from '../factories/credential';
import type { TestKey } from '../factories/key';
import type { Parley } from '../support/parley';

/** A workspace with one of everything that a path can name, and the account that owns it all. */
export interface Tenant {
  owner: TestAccount;
  admin: IssuedCredential;
  workspace: { id: string };
  key: TestKey;
  /** A record's id for every path parameter of the API. */
  ids: Record<string, string>;
  /** A conversation of another workspace that is linked to this one. */
  linkedConversationId: string;
}

export type Made = Omit<Tenant, 'ids' | 'linkedConversationId'>;

/** How the record that a path parameter names is made, and its id. What stands before it exists already, in `ids` too. */
export type Makers = Readonly<
  Record<string, (parley: Parley, tenant: Made, ids: Readonly<Record<string, string>>) => Promise<string>>
>;

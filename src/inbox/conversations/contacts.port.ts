import type { WorkspaceScope } from '../../common/request/principal';

/** A contact as lists of conversations name it. */
export interface NamedContact {
  id: string;
  name: string | null;
  email: string | null;
  blocked: boolean;
}

/** The fields of a contact that texts to them may have. */
export interface ContactValues {
  name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  timezone: string | null;
  attributes: Readonly<Record<string, string | number | boolean>>;
}

/** The contacts of conversations. Bound in ports.module.ts. */
export abstract class ConversationContacts {
  /** The newest contacts that the caller sees and that have this text in a field, ignoring case; at most `most` ids. */
  abstract listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]>;

  /** Locks a contact that the caller sees, so that it stays until the transaction ends. Returns its id, or null. */
  abstract lockVisible(scope: WorkspaceScope, contactId: string): Promise<string | null>;

  /** The address and name of a contact, regardless of who sees it. Null without an address. */
  abstract findMailbox(
    workspaceId: string,
    contactId: string,
  ): Promise<{ address: string; name: string | null } | null>;

  /** Null: the caller does not see the contact. */
  abstract findValues(scope: WorkspaceScope, contactId: string): Promise<ContactValues | null>;

  /** Those of the contacts that the caller sees. One statement. */
  abstract listNamed(scope: WorkspaceScope, contactIds: readonly string[]): Promise<NamedContact[]>;
}

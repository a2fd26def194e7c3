import type { WorkspaceScope } from '../../common/request/principal';

/** The contact of a conversation that a member begins. Bound in ports.module.ts. */
export abstract class OutboundContacts {
  /**
   * The contact with this id; without an id, the oldest one with the address that the caller sees, or a new one of the agent. A contact
   * that the caller does not see is not used. Joins the caller's transaction, and locks the contact until it ends.
   *
   * @returns null: the caller sees no contact with the id
   */
  abstract lockFor(
    scope: WorkspaceScope,
    wanted: { agentId: string; contactId: string | null; address: string },
  ): Promise<{ id: string; blocked: boolean } | null>;
}

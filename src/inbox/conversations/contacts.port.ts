import type { WorkspaceScope } from '../../common/request/principal';

/** Finds the people that conversations are with. Bound in ports.module.ts. */
export abstract class ContactSearch {
  /** Of the contacts that the caller sees and that have this text in a field, ignoring case, the ids of the newest. */
  abstract listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]>;
}

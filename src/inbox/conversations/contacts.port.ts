import type { WorkspaceScope } from '../../common/request/principal';

/** Finds contacts for the search of conversations. Bound in ports.module.ts. */
export abstract class ContactSearch {
  /** The newest contacts that the caller sees and that have this text in a field, ignoring case; at most `most` ids. */
  abstract listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]>;
}

import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';

/** Finds the people that conversations are with. */
export interface ContactSearch {
  /** Of the contacts that the caller sees and that have this text in a field, ignoring case, the ids of the newest. */
  listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]>;
}

/** Where the feature of contacts, which is built on this one, makes itself known to it. */
@Injectable()
export class ContactsPort implements ContactSearch {
  private search: ContactSearch | undefined;

  provide(search: ContactSearch): void {
    this.search = search;
  }

  listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]> {
    if (!this.search) throw new Error('No feature provides contacts');
    return this.search.listIdsWithText(scope, text, most);
  }
}

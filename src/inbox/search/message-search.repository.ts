import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { SearchPool } from '../../common/database/search-pool';
import type { WorkspaceScope } from '../../common/request/principal';
import { FIND_TEXTS_WITH_WORDS, LIST_FOUND_TEXTS, LIST_NEWEST_TEXTS } from './message-search.sql';
import type { SearchedText, SearchFilter, SearchRange } from './message-search.types';
import type { SearchQuery } from './search-query';

/** Messages, notes, subjects and names of files, as searches read them. */
@Injectable()
export class MessageSearchRepository {
  constructor(private readonly searches: SearchPool) {}

  /** The newest in the range, newest first, at most {@link WINDOW} of each source. One statement. */
  listNewest(scope: WorkspaceScope, filter: SearchFilter, range: SearchRange): Promise<SearchedText[]> {
    const values = parametersOf(scope, filter, range);
    return this.searches.prepared<SearchedText>(scope.workspaceId, LIST_NEWEST_TEXTS, values);
  }

  /** Those of these texts in the range that match the filter, newest first, at most {@link MOST_CANDIDATES}. One statement. */
  listFound(
    scope: WorkspaceScope,
    filter: SearchFilter,
    range: SearchRange,
    ids: readonly string[],
  ): Promise<SearchedText[]> {
    const values = [...parametersOf(scope, filter, range), ids];
    return this.searches.prepared<SearchedText>(scope.workspaceId, LIST_FOUND_TEXTS, values);
  }

  /** The ids of the texts that may match the query. Null: there are too many to collect. One statement. */
  async listIdsWithWords(workspaceId: string, { words, prefix }: SearchQuery): Promise<string[] | null> {
    const values = [workspaceId, words, prefix];
    const [found] = await this.searches.prepared<{ ids: string[]; isIncomplete: boolean }>(
      workspaceId,
      FIND_TEXTS_WITH_WORDS,
      values,
    );
    return found && !found.isIncomplete ? found.ids : null;
  }
}

function parametersOf(
  { workspaceId, agentIds }: WorkspaceScope,
  { agentId, channel, status, label, contactId, role, from, to, hasFile }: SearchFilter,
  { below, notBelow }: SearchRange,
): unknown[] {
  const [id, fileId = NIL] = below.split('.');
  const filters = [agentId, channel, status, label, contactId, role, from, to, hasFile].map((value) => value ?? null);
  return [workspaceId, agentIds, id, notBelow, ...filters, fileId];
}

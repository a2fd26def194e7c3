import { Injectable } from '@nestjs/common';
import { MAX, NIL } from 'uuid';
import type { Page } from '../../common/database/page';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import type { WorkspaceScope } from '../../common/request/principal';
import { DAY_MS } from '../../common/time/zone';
import { MessageSearchRepository } from './message-search.repository';
import { MOST_CANDIDATES, SOURCES, WINDOW } from './message-search.sql';
import type { FoundText, SearchedText, SearchFilter, SearchRange } from './message-search.types';
import { hitsIn, queryOf, type SearchQuery } from './search-query';
import { SNIPPET_LENGTH, snippetOf } from './snippet';
import { tokensOf } from './text-tokens';

/** Statements that read the newest texts for a page, at most. */
const MOST_WINDOWS = 4;
/** UTF-16 code units that are cut into words for a page, at most, but for the last text. */
const MOST_CUT = 4_000_000;
/** Texts are cut into words so long before requests have their turn. */
const SLICE_MS = 5;
/** The clock of the database, which times texts, and that of the service, which makes ids, differ by less. */
const CLOCKS_APART_MS = DAY_MS;

/** Texts that were looked at, newest first, and the place below which the others are; null: there are no others. */
interface Looked {
  texts: readonly SearchedText[];
  rest: string | null;
}

/**
 * Finds what was written in the conversations that a member sees (decision 0374). Frequent words are soon found among the newest
 * texts. All other words are looked up in the indexes. A page looks at a bounded number of texts, and may be short.
 */
@Injectable()
export class MessageSearchService {
  constructor(private readonly texts: MessageSearchRepository) {}

  /** Newest first. */
  async page(
    scope: WorkspaceScope,
    { q, limit, cursor, ...filter }: SearchFilter & { q: string; limit: number; cursor?: string },
  ): Promise<Page<FoundText>> {
    const query = queryOf(q);
    if (!query || scope.agentIds?.length === 0) return { rows: [], nextCursor: null };
    const range = rangeOf(filter, cursor);
    const rows: FoundText[] = [];
    const yielding = new CooperativeYield(SLICE_MS);
    let cut = 0;
    for await (const { texts, rest } of this.parts(scope, query, filter, range)) {
      for (const text of texts) {
        if (yielding.isDue) await yielding.now();
        const own = ownContent(text);
        cut += own.length;
        const found = foundIn(text, own, query);
        if (found) rows.push(found);
        if (rows.length === limit || cut >= MOST_CUT)
          return { rows, nextCursor: text === texts.at(-1) && !rest ? null : text.place };
      }
      range.below = rest ?? NIL;
    }
    return { rows, nextCursor: range.below === NIL ? null : range.below };
  }

  /** Parts of the range from the newest on: the newest texts first, then those that the indexes find, or more of the newest. */
  private async *parts(
    scope: WorkspaceScope,
    query: SearchQuery,
    filter: SearchFilter,
    range: SearchRange,
  ): AsyncIterable<Looked> {
    const first = await this.newest(scope, filter, range);
    yield first;
    if (!first.rest) return;
    const ids = await this.texts.listIdsWithWords(scope.workspaceId, query);
    if (ids) {
      yield await this.found(scope, filter, ids, { ...range, below: first.rest });
      return;
    }
    let below: string | null = first.rest;
    for (let window = 1; below !== null && window < MOST_WINDOWS; window++) {
      const next: Looked = await this.newest(scope, filter, { ...range, below });
      yield next;
      below = next.rest;
    }
  }

  /** Where there are more of a source, texts of other sources that are older than the last of it come with the next part. */
  private async newest(scope: WorkspaceScope, filter: SearchFilter, range: SearchRange): Promise<Looked> {
    const texts = await this.texts.listNewest(scope, filter, range);
    const ofSources = SOURCES.map(({ table }) => texts.filter(({ source }) => source === table));
    const ends = ofSources.flatMap((found) => (found.length < WINDOW ? [] : [found.at(-1)!.place]));
    if (ends.length === 0) return { texts, rest: null };
    const end = ends.reduce((one, other) => (one > other ? one : other));
    return { texts: texts.filter(({ place }) => place >= end), rest: end };
  }

  private async found(
    scope: WorkspaceScope,
    filter: SearchFilter,
    ids: readonly string[],
    range: SearchRange,
  ): Promise<Looked> {
    const texts = ids.length > 0 ? await this.texts.listFound(scope, filter, range, ids) : [];
    return { texts, rest: texts.length < MOST_CANDIDATES ? null : texts.at(-1)!.place };
  }
}

/** Quoted text belongs to the message that it was taken from. */
function ownContent({ content, quotedFrom }: SearchedText): string {
  return content === null || quotedFrom === null ? (content ?? '') : content.slice(0, quotedFrom);
}

function foundIn(
  { content: _content, quotedFrom: _quotedFrom, ...text }: SearchedText,
  own: string,
  query: SearchQuery,
): FoundText | null {
  const hits = hitsIn(tokensOf(own), query, SNIPPET_LENGTH);
  return hits.length > 0 ? { ...text, snippet: snippetOf(own, hits) } : null;
}

/** Ids of version 7 are in the order of time. */
function rangeOf({ from, to }: SearchFilter, cursor: string | undefined): SearchRange {
  const end = to === undefined ? MAX : idAt(Date.parse(to) + CLOCKS_APART_MS);
  const place = cursor?.toLowerCase() ?? MAX;
  return {
    below: place < end ? place : end,
    notBelow: from === undefined ? NIL : idAt(Date.parse(from) - CLOCKS_APART_MS),
  };
}

/** The least id of version 7 of this time. */
function idAt(milliseconds: number): string {
  const hex = Math.min(Math.max(milliseconds, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

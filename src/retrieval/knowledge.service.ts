import { Injectable } from '@nestjs/common';
import { SearchPool } from '../common/database/search-pool';
import { followUpContext } from '../language/follow-up';
import type { Language } from '../language/language';
import { languageOfQuestion } from './language-detection';
import { sameEverywhere } from '../language/same-everywhere';
import { wordsOfSameHead } from './compound-heads';
import { asSourcesWrite } from './compounds';
import { FIND_MAIN_LANGUAGE } from './main-language.sql';
import { type EmbeddingSet, ENOUGH_EVIDENCE, type RankedPassage } from './passage.types';
import { otherwiseCalled } from './query-terms';
import type { Queryable } from './queryable';
import { rankPassages } from './rank-passages';
import { SemanticSearch } from './semantic/semantic-search';

export interface KnowledgeQuestion {
  question: string;
  /** Earlier messages, oldest first: a question may make sense only after it. */
  history?: readonly { role: 'customer' | 'agent'; content: string }[];
  limit: number;
}

/** Finds passages about a question in an agent's sources; never a passage of a source that was removed. */
@Injectable()
export class KnowledgeService {
  constructor(
    private readonly searches: SearchPool,
    private readonly semantic: SemanticSearch,
  ) {}

  /**
   * Best first; empty where no word of the question occurs, and nothing means nearly the same. One statement beside those of
   * {@link SemanticSearch}. Where that is too little for an answer, up to six more: a question with words that the sources
   * write in two, or in one, is looked for as they write it; then by words that are the same kind of thing as words of the question, and
   * by those that shops and the like use for them; one that seems to be in a language that none of them is in, by its
   * names, figures and commands alone.
   *
   * @throws SearchesOverloaded 503
   */
  async passages(
    agent: { workspaceId: string; id: string },
    { question, history = [], limit }: KnowledgeQuestion,
  ): Promise<RankedPassage[]> {
    const { workspaceId, id: agentId } = agent;
    const context = history.findLast(({ role }) => role === 'customer')?.content;
    const nearest = (text: string, set: EmbeddingSet): Promise<string[]> =>
      this.semantic.nearest({ workspaceId, agentId }, set, text);
    const options = { limit, nearest, ...(context === undefined ? {} : { context }) };
    const database = this.databaseOf(workspaceId);
    const found = await rankPassages(database, { workspaceId, agentId }, question, options);
    if (answers(found)) return found;
    const language = await this.languageOf(workspaceId, question);
    const lexical = { limit, ...(context === undefined ? {} : { context }) };
    const written = await asSourcesWrite(database, { workspaceId, agentId }, question, language === 'german');
    if (written !== null) {
      const again = await rankPassages(database, { workspaceId, agentId }, written, lexical);
      if (answers(again)) return again;
    }
    const spelt = written ?? question;
    const heads = await wordsOfSameHead(database, { workspaceId, agentId }, spelt);
    const others = [
      ...heads,
      ...otherwiseCalled(spelt, followUpContext(spelt, context === undefined ? [] : [context])),
    ];
    if (others.length > 0) {
      const again = await rankPassages(database, { workspaceId, agentId }, spelt, { ...lexical, others });
      if (answers(again)) return again;
    }
    const same = sameEverywhere(question);
    if (found.length === 0 || same.length === 0) return found;
    if (language === null || found.some((passage) => passage.language === language)) return found;
    return rankPassages(database, { workspaceId, agentId }, same.join(' '), { limit });
  }

  /** The language of a question; null where its words do not tell. @throws SearchesOverloaded 503 */
  languageOf(workspaceId: string, question: string): Promise<Language | null> {
    return languageOfQuestion(this.databaseOf(workspaceId), question);
  }

  /** The language that most passages of an agent are in; null without passages. One statement. @throws SearchesOverloaded 503 */
  async mainLanguage({ workspaceId, id }: { workspaceId: string; id: string }): Promise<Language | null> {
    const { rows } = await this.databaseOf(workspaceId).query<{ language: Language }>(FIND_MAIN_LANGUAGE, [
      workspaceId,
      id,
    ]);
    return rows[0]?.language ?? null;
  }

  /** Prepared, because planning the search takes as long as a small agent's search itself. */
  private databaseOf(workspaceId: string): Queryable {
    return {
      query: async <Row>(sql: string, values: readonly unknown[]) => ({
        rows: await this.searches.prepared<Row>(workspaceId, sql, values),
      }),
    };
  }
}

/** Whether the best passage is evidence enough for an answer. */
function answers([best]: readonly RankedPassage[]): boolean {
  return best !== undefined && best.evidence >= ENOUGH_EVIDENCE;
}

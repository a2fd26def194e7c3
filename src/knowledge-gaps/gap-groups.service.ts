import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import { KnowledgeService } from '../retrieval/knowledge.service';
import { words } from '../language/words';
import type { RankedPassage } from '../retrieval/passage.types';
import { VocabularyService } from '../retrieval/vocabulary.service';
import { groupQuestions } from './group-questions';
import type { KnowledgeGap } from './knowledge-gap.entity';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';

/** Gaps that are grouped, the newest ones: what was asked long before has been asked again or does not matter. */
export const MOST_GROUPED = 500;
/** Read of a question: a customer may have pasted a letter. */
const MOST_CHARACTERS = 1_000;
const MOST_WORDS = 24;
const LANGUAGE_WORDS = 400;

/** Gaps that ask the same. */
export interface GapGroup {
  /** Newest first. */
  gaps: KnowledgeGap[];
  /** The passage closest to the first question; null: the sources have no word of it. */
  closest: RankedPassage | null;
}

export interface GapGroups {
  /** Those with most gaps, largest first; of the same size, what was asked last first. */
  groups: GapGroup[];
  /** Of how many groups. */
  total: number;
  /** Gaps that were grouped. */
  grouped: number;
}

/** Questions without an answer, each once instead of as often as customers asked it. */
@Injectable()
export class GapGroupsService {
  constructor(
    private readonly gaps: KnowledgeGapsRepository,
    private readonly vocabulary: VocabularyService,
    private readonly knowledge: KnowledgeService,
  ) {}

  /** One search for each group that is given. @throws SearchesOverloaded 503 */
  async list({ workspaceId }: WorkspaceScope, agentId: string, limit: number): Promise<GapGroups> {
    const gaps = await this.gaps.listNewest(workspaceId, agentId, MOST_GROUPED);
    const all = await this.grouped(gaps);
    const groups: GapGroup[] = [];
    for (const members of all.slice(0, limit)) {
      const [first] = members.slice(-1);
      const question = first!.question.slice(0, MOST_CHARACTERS);
      const [closest] = await this.knowledge.passages({ workspaceId, id: agentId }, { question, limit: 1 });
      groups.push({ gaps: members, closest: closest ?? null });
    }
    return { groups, total: all.length, grouped: gaps.length };
  }

  private async grouped(newestFirst: readonly KnowledgeGap[]): Promise<KnowledgeGap[][]> {
    const oldestFirst = newestFirst.toReversed();
    const found = oldestFirst.map(({ question }) => distinctWords(question));
    const language = await this.vocabulary.languageOf(found.flat().slice(-LANGUAGE_WORDS).join(' '));
    const lexemes = (await this.vocabulary.lexemes(found.flat(), [language])).get(language);
    const groups = await groupQuestions(found.map((of) => ({ terms: termsOf(of, lexemes ?? new Map()) })));
    const members = groups.map((group) => group.map((index) => oldestFirst[index]!).reverse());
    return members.sort((left, right) => right.length - left.length || (left[0]!.id < right[0]!.id ? 1 : -1));
  }
}

function distinctWords(question: string): string[] {
  const found = words(question.slice(0, MOST_CHARACTERS)).map(({ text }) => text);
  return [...new Set(found)].slice(0, MOST_WORDS);
}

/** The subject of a question: its lexemes; where it has stop words only, those. */
function termsOf(found: readonly string[], lexemes: ReadonlyMap<string, string | null>): Set<string> {
  const known = found.flatMap((word) => lexemes.get(word) ?? []);
  return new Set(known.length > 0 ? known : found);
}

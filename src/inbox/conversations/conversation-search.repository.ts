import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { FIND_CONVERSATIONS_WITH_WORDS } from './conversation-search.sql';

/** Matches that a search looks at; words with more of them are looked for in conversations one after the other. */
const MOST_MATCHES = 10_000;

/** Conversations by the words of their messages and subjects. */
@Injectable()
export class ConversationSearchRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null where there are too many to tell. */
  async listIdsWithWords(workspaceId: string, text: string): Promise<string[] | null> {
    const parameters = [workspaceId, text, MOST_MATCHES];
    const [found] = await this.work.query<{ ids: string[]; areSome: boolean }>(
      FIND_CONVERSATIONS_WITH_WORDS,
      parameters,
    );
    return found && !found.areSome ? found.ids : null;
  }
}

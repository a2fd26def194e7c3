import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { MessageRole } from '../../conversations/conversation.types';
import { READ_TRANSCRIPT } from './transcripts.sql';

export interface TranscribedMessage {
  id: string;
  role: Exclude<MessageRole, 'system'>;
  content: string;
  /** As of a message. */
  quotedFrom: number | null;
}

/** The table messages, as far as it can be read out to a customer: neither automatic mail nor what has not left. */
@Injectable()
export class TranscriptsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The newest, oldest first: at most `most`, and the last of them that `characters` are begun with. */
  list(
    workspaceId: string,
    conversationId: string,
    { most, characters }: { most: number; characters: number },
  ): Promise<TranscribedMessage[]> {
    return this.work.query<TranscribedMessage>(READ_TRANSCRIPT, [workspaceId, conversationId, most, characters]);
  }
}

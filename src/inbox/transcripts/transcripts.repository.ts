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

/** The table messages without automatic mail and without replies that were not sent. */
@Injectable()
export class TranscriptsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The newest messages, oldest first: at most `most`, and as many as begin within `characters`. */
  list(
    workspaceId: string,
    conversationId: string,
    { most, characters }: { most: number; characters: number },
  ): Promise<TranscribedMessage[]> {
    return this.work.query<TranscribedMessage>(READ_TRANSCRIPT, [workspaceId, conversationId, most, characters]);
  }
}

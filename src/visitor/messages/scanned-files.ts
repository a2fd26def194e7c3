import { Injectable } from '@nestjs/common';
import { OnEvents } from '../../common/events/on-events.decorator';
import { MessageFilesScanned } from '../../conversations/conversation-events';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';

/** Tells visitors what the scanner has found in the files of their conversations. */
@Injectable()
export class ScannedFiles {
  constructor(private readonly places: OwnConversationsRepository) {}

  @OnEvents([MessageFilesScanned], { locks: 'rows' })
  async follow(events: readonly MessageFilesScanned[]): Promise<void> {
    for (const { data } of events) {
      await this.places.change(data.workspaceId, data.conversationId, data.messageId);
    }
  }
}

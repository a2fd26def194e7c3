import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AfterCommit } from '../../common/events/on-events.decorator';
import { SideConversationChanged } from '../../conversations/conversation-events';
import { ConversationWriter } from '../../conversations/conversation-writer.service';

/** Shows members that the conversations about a conversation have changed. */
@Injectable()
export class SideConversations {
  constructor(
    private readonly conversations: ConversationWriter,
    private readonly work: UnitOfWork,
  ) {}

  /** After the commit, because the lock of a conversation comes before that of a later one about it. */
  @AfterCommit([SideConversationChanged])
  async follow({ data }: SideConversationChanged): Promise<void> {
    const { workspaceId, agentId, parentConversationId } = data;
    await this.work.run(async () => {
      // It may have been erased.
      if (!(await this.conversations.lock(workspaceId, parentConversationId))) return;
      const changes = { changed: ['sideConversations'], previous: {} };
      this.conversations.publishUpdated(workspaceId, agentId, parentConversationId, changes);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { WorkspaceScope } from '../../common/request/principal';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ConversationLabel } from './conversation-label.entity';
import { ConversationLabelsRepository } from './conversation-labels.repository';
import type { Labeled } from './label.types';
import { TooManyLabelsOfConversation } from './labels.errors';

/** Labels of one workspace on one conversation, at most. */
const MOST_LABELS = 50;

/** Labels on conversations. The lock of the conversation serializes changes of its labels. */
@Injectable()
export class ConversationLabelsService {
  constructor(
    private readonly labels: ConversationLabelsRepository,
    private readonly conversations: ConversationWriter,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws NotFound 404 if either is gone, TooManyLabelsOfConversation 409 */
  add(scope: WorkspaceScope, conversationId: string, labelId: string): Promise<Labeled> {
    return this.work.run(async () => {
      const { workspaceId } = scope;
      const { id, agentId } = await this.conversations.requireLocked(scope, conversationId);
      const label = { workspaceId, conversationId: id, labelId, conversationWorkspaceId: workspaceId };
      const added = await this.addLocked(label);
      const labels = await this.labels.list(workspaceId, id);
      if (added) {
        const before = labels.filter((one) => one.id !== label.labelId.toLowerCase());
        await this.publishUpdated(workspaceId, agentId, id, before);
      }
      return { conversationId: id, labels, added };
    });
  }

  /** @throws NotFound 404 if the conversation does not have it */
  remove(scope: WorkspaceScope, conversationId: string, labelId: string): Promise<void> {
    return this.work.run(async () => {
      const { workspaceId } = scope;
      const { id, agentId } = await this.conversations.requireLocked(scope, conversationId);
      const before = await this.labels.list(workspaceId, id);
      if (!(await this.labels.delete(workspaceId, id, labelId))) throw new NotFound();
      await this.publishUpdated(workspaceId, agentId, id, before);
    });
  }

  /**
   * Whether it added the label. The caller holds the lock of the conversation.
   *
   * @throws NotFound 404 if the label is gone, TooManyLabelsOfConversation 409
   */
  async addLocked(label: ConversationLabel): Promise<boolean> {
    const { workspaceId, conversationId, labelId } = label;
    if (await this.labels.exists(workspaceId, conversationId, labelId)) return false;
    if ((await this.labels.count(workspaceId, conversationId)) >= MOST_LABELS) {
      throw new TooManyLabelsOfConversation(MOST_LABELS);
    }
    await this.labels.insert(label);
    return true;
  }

  private async publishUpdated(
    workspaceId: string,
    agentId: string,
    conversationId: string,
    before: readonly { id: string }[],
  ): Promise<void> {
    await this.conversations.update(workspaceId, conversationId, {});
    const labelIds = before.map(({ id }) => id).sort();
    const changes = { changed: ['labelIds'], previous: { labelIds } };
    this.conversations.publishUpdated(workspaceId, agentId, conversationId, changes);
  }
}

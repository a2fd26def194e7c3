import { Injectable } from '@nestjs/common';
import { ConversationUpdated } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { WorkspaceScope } from '../../common/request/principal';
import { ConversationsRepository } from '../../conversations/conversations.repository';
import type { ConversationLabel } from './conversation-label.entity';
import { ConversationLabelsRepository } from './conversation-labels.repository';
import type { Labeled } from './label.types';
import { TooManyLabelsOfConversation } from './labels.errors';

/** Of one workspace, on one conversation. */
const MOST_LABELS = 50;

/** Labels on conversations. Changes of the labels of one conversation run one after another. */
@Injectable()
export class ConversationLabelsService {
  constructor(
    private readonly labels: ConversationLabelsRepository,
    private readonly conversations: ConversationsRepository,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws NotFound 404 where either is gone, TooManyLabelsOfConversation 409 */
  add(scope: WorkspaceScope, conversationId: string, labelId: string): Promise<Labeled> {
    return this.work.run(async () => {
      const { workspaceId } = scope;
      const { id, agentId } = await this.conversations.requireLocked(scope, conversationId);
      const label = { workspaceId, conversationId: id, labelId, conversationWorkspaceId: workspaceId };
      const added = await this.addLocked(label);
      if (added) await this.publishUpdated(workspaceId, agentId, id);
      return { conversationId: id, labels: await this.labels.list(workspaceId, id), added };
    });
  }

  /** @throws NotFound 404 where the conversation does not have it */
  remove(scope: WorkspaceScope, conversationId: string, labelId: string): Promise<void> {
    return this.work.run(async () => {
      const { workspaceId } = scope;
      const { id, agentId } = await this.conversations.requireLocked(scope, conversationId);
      if (!(await this.labels.delete(workspaceId, id, labelId))) throw new NotFound();
      await this.publishUpdated(workspaceId, agentId, id);
    });
  }

  /**
   * Whether it was not there yet. The caller holds the conversation's lock.
   *
   * @throws NotFound 404 where the label is gone, TooManyLabelsOfConversation 409
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

  private async publishUpdated(workspaceId: string, agentId: string, conversationId: string): Promise<void> {
    await this.conversations.update(workspaceId, conversationId, {});
    this.events.publish(new ConversationUpdated({ workspaceId, agentId, conversationId }));
  }
}

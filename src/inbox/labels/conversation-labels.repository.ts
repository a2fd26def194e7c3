import { Injectable } from '@nestjs/common';
import { onViolation } from '../../common/database/constraint-violation';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { NotFound } from '../../common/errors/domain-error';
import { ConversationLabel } from './conversation-label.entity';
import { LIST_LABELS_OF_CONVERSATIONS } from './conversation-labels.sql';
import type { Label } from './label.entity';

export type LabelOfConversation = Omit<Label, 'nameKey'> & { conversationId: string };

/** The table conversation_labels. `workspaceId` is always that of the labels. */
@Injectable()
export class ConversationLabelsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** By name; at most as many as a conversation can have. */
  async list(workspaceId: string, conversationId: string): Promise<LabelOfConversation[]> {
    return this.listOf(workspaceId, [conversationId]);
  }

  /** The same of several conversations. One statement. */
  listOf(workspaceId: string, conversationIds: readonly string[]): Promise<LabelOfConversation[]> {
    return this.work.prepared<LabelOfConversation>(LIST_LABELS_OF_CONVERSATIONS, [workspaceId, conversationIds]);
  }

  count(workspaceId: string, conversationId: string): Promise<number> {
    return this.work.manager.countBy(ConversationLabel, { workspaceId, conversationId });
  }

  exists(workspaceId: string, conversationId: string, labelId: string): Promise<boolean> {
    return this.work.manager.existsBy(ConversationLabel, { workspaceId, conversationId, labelId: uuidOrNil(labelId) });
  }

  /** @throws NotFound if the label was removed in the meantime; the transaction is lost then */
  async insert(label: ConversationLabel): Promise<void> {
    const statement = this.work.manager.insert(ConversationLabel, label);
    await onViolation('conversation_labels_label', statement, () => new NotFound());
  }

  /** Whether it was there. */
  async delete(workspaceId: string, conversationId: string, labelId: string): Promise<boolean> {
    const which = { workspaceId, conversationId, labelId: uuidOrNil(labelId) };
    return (await this.work.manager.delete(ConversationLabel, which)).affected === 1;
  }
}

import { Injectable } from '@nestjs/common';
import type { Erasure } from '../../../common/erasure/erasure.types';
import { Erasers } from '../../../common/erasure/erasers';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { ConversationQueries } from '../../../conversations/conversation-queries.service';
import { ConversationWriter } from '../../../conversations/conversation-writer.service';
import { DeliveriesRepository } from './deliveries.repository';
import { FORGET_FIRST_RECIPIENTS } from './deliveries.sql';

/**
 * Takes the addresses of an erased person out of conversations with others. The messages stay. What was still waiting to be sent to the
 * person is not sent.
 */
@Injectable()
export class DeliveryEraser {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly conversations: ConversationWriter,
    private readonly queries: ConversationQueries,
    private readonly work: UnitOfWork,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'traces', erase: (erasure) => this.erase(erasure) });
  }

  private async erase({ workspaceId, addresses }: Erasure): Promise<void> {
    if (addresses.length === 0) return;
    await this.deliveries.deleteTo(workspaceId, addresses);
    const conversationIds = await this.queries.listIdsOfParticipants(workspaceId, addresses);
    await this.work.query(FORGET_FIRST_RECIPIENTS, [workspaceId, [...addresses], conversationIds]);
    await this.conversations.removeParticipants(workspaceId, addresses);
  }
}

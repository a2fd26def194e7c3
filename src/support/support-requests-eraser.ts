import { Injectable } from '@nestjs/common';
import { Erasers } from '../common/erasure/erasers';
import type { Eraser, Erasure, ErasureSubject } from '../common/erasure/erasure.types';
import { DomainEvents } from '../common/events/domain-events';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { SupportRequestErased } from './support-events';
import { isResolution } from './support-request-rules';
import { SupportRequestsRepository } from './support-requests.repository';

/** Support requests of conversations, with the responses that are stored about them. */
@Injectable()
export class SupportRequestsEraser implements Eraser {
  readonly step = 'contents';
  readonly tables = ['support_requests'];

  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly responses: StoredResponses,
    private readonly events: DomainEvents,
    erasers: Erasers,
  ) {
    erasers.register(this);
  }

  async count({ workspaceId, conversationIds }: ErasureSubject): Promise<{ supportRequests: number }> {
    return { supportRequests: await this.requests.countInConversations(workspaceId, conversationIds) };
  }

  async erase({ workspaceId, conversationIds }: Erasure): Promise<{ supportRequests: number }> {
    const requests = await this.requests.listInConversations(workspaceId, conversationIds);
    await this.responses.eraseAll(requests.map(({ id }) => id));
    await this.requests.deleteInConversations(workspaceId, conversationIds);
    for (const { id: supportRequestId, agentId, dispositionCode } of requests) {
      const [hadEnded, wasResolved] = [dispositionCode !== null, isResolution(dispositionCode)];
      this.events.publish(new SupportRequestErased({ workspaceId, agentId, supportRequestId, hadEnded, wasResolved }));
    }
    return { supportRequests: requests.length };
  }
}

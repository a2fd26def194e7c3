import { Injectable } from '@nestjs/common';
import { Erasers } from '../common/erasure/erasers';
import { addFigures, type Eraser, type Erasure, type ErasureSubject } from '../common/erasure/erasure.types';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { isResolution } from './support-request-rules';
import { SupportRequestsRepository } from './support-requests.repository';

/** Support requests of conversations, with the responses that are stored about them. */
@Injectable()
export class SupportRequestsEraser implements Eraser {
  readonly step = 'contents';

  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly responses: StoredResponses,
    erasers: Erasers,
  ) {
    erasers.register(this);
  }

  async count({ workspaceId, conversationIds }: ErasureSubject): Promise<{ supportRequests: number }> {
    return { supportRequests: await this.requests.countInConversations(workspaceId, conversationIds) };
  }

  async erase(erasure: Erasure): Promise<{ supportRequests: number }> {
    const { workspaceId, conversationIds } = erasure;
    const requests = await this.requests.listInConversations(workspaceId, conversationIds);
    await this.responses.eraseAll(requests.map(({ id }) => id));
    await this.requests.deleteInConversations(workspaceId, conversationIds);
    for (const { agentId, dispositionCode } of requests) {
      if (dispositionCode === null) continue;
      addFigures(erasure, agentId, { endedRequests: -1, resolvedRequests: isResolution(dispositionCode) ? -1 : 0 });
    }
    return { supportRequests: requests.length };
  }
}

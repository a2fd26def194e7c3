import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { CopilotSuggestion } from './copilot-suggestion.entity';
import { CLAIM_SUGGESTION, FIND_SUGGESTION_BY_REQUEST, RENEW_SUGGESTION } from './copilot-suggestions.sql';

/** A request that this process has claimed. */
export type ClaimedSuggestion = Pick<CopilotSuggestion, 'workspaceId' | 'id' | 'fence'>;

/** `leaseSeconds`: until the lease of one in progress ends; null of one that is completed. */
type RequestedSuggestion = Pick<CopilotSuggestion, 'fingerprint' | 'response'> & { leaseSeconds: number | null };

type NewSuggestion = Pick<CopilotSuggestion, 'workspaceId' | 'id' | 'conversationId' | 'memberId' | 'action'>;

/** The table copilot_suggestions. */
@Injectable()
export class CopilotSuggestionsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null where the request is in progress, completed, or another one. @throws NotFound where the conversation is gone */
  async claim(
    suggestion: NewSuggestion & { requestId: string; fingerprint: Buffer },
  ): Promise<ClaimedSuggestion | null> {
    const { workspaceId, id, conversationId, memberId, action, requestId, fingerprint } = suggestion;
    const parameters = [workspaceId, id, conversationId, memberId, action, requestId, fingerprint];
    const claiming = this.work.query<Pick<CopilotSuggestion, 'id' | 'fence'>>(CLAIM_SUGGESTION, parameters);
    const [claimed] = await onViolation('copilot_suggestions_conversation', claiming, () => new NotFound());
    return claimed ? { workspaceId, ...claimed } : null;
  }

  /** What became of the member's request with this id. */
  async findByRequest(workspaceId: string, memberId: string, requestId: string): Promise<RequestedSuggestion | null> {
    const parameters = [workspaceId, memberId, requestId];
    const [found] = await this.work.query<RequestedSuggestion>(FIND_SUGGESTION_BY_REQUEST, parameters);
    return found ?? null;
  }

  /** While the model works; nothing where another process has taken the request over. */
  async renew({ workspaceId, id, fence }: ClaimedSuggestion): Promise<void> {
    await this.work.query(RENEW_SUGGESTION, [workspaceId, id, fence]);
  }

  /** False where another process has taken the request over meanwhile. */
  async finish({ workspaceId, id, fence }: ClaimedSuggestion, response: string): Promise<boolean> {
    const change = { response, leaseEndsAt: null };
    return (await this.work.manager.update(CopilotSuggestion, { workspaceId, id, fence }, change)).affected === 1;
  }

  /** One without a request id, which no request can ask for again. */
  async insert(suggestion: NewSuggestion & { response: string }): Promise<void> {
    await this.work.manager.insert(CopilotSuggestion, suggestion);
  }

  /** Gives the request back: a retry is a new one. Does nothing once it is completed or another process's. */
  async release({ workspaceId, id, fence }: ClaimedSuggestion): Promise<void> {
    await this.work.manager.delete(CopilotSuggestion, { workspaceId, id, fence, response: IsNull() });
  }
}

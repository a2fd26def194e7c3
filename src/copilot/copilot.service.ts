import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { ensureStillAuthorized } from '../common/auth/still-authorized';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { onceByRequestId, type OnceResponse } from '../common/idempotency/once-by-request-id';
import { JsonText } from '../common/request/json-text';
import type { Member } from '../common/request/principal';
import { BUILT_IN_MODEL } from '../config/settings';
import { CreditsService } from '../credits/credits.service';
import type { HeldCredits } from '../credits/credits.types';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { type ClaimedSuggestion, CopilotSuggestionsRepository } from './copilot-suggestions.repository';
import { CopilotWritingService, type WrittenText } from './copilot-writing.service';
import type { CopilotSuggestionDto, RequestCopilotInput } from './copilot.dto';
import { CreditHoldEnded, SuggestionInProgress, SuggestionRequestIdReused } from './copilot.errors';

/** Characters that a credit translates. */
const CHARACTERS_PER_CREDIT = 1_000;

/** Who asks for what, and the claim of their request; null: it has no request id. */
interface CopilotRequest {
  member: Member;
  conversationId: string;
  agentId: string;
  input: RequestCopilotInput;
  claim: ClaimedSuggestion | null;
}

/**
 * Texts for members, which are never sent: claim the request id, hold the credits, let a model write, then spend and keep in
 * one transaction. No transaction is open while the model writes. A failure gives request id and credits back; a
 * process that dies leaves both to their leases.
 */
@Injectable()
export class CopilotService {
  constructor(
    private readonly agents: AgentsService,
    private readonly conversations: ConversationQueries,
    private readonly writer: ConversationWriter,
    private readonly credits: CreditsService,
    private readonly suggestions: CopilotSuggestionsRepository,
    private readonly writing: CopilotWritingService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @throws CreditsExhausted 403, NotFound 404, SuggestionRequestIdReused, SuggestionInProgress 409, ModelUnavailable,
   * CreditHoldEnded 503
   */
  async request(member: Member, namedConversationId: string, input: RequestCopilotInput): Promise<OnceResponse> {
    const { id: conversationId, agentId } = await this.conversations.require(member, namedConversationId);
    const request = { member, conversationId, agentId, input };
    const { requestId } = input;
    if (requestId === undefined) return { body: await this.run({ ...request, claim: null }), replayed: false };
    const { workspaceId, memberId } = member;
    const suggestion = { workspaceId, id: newId(), conversationId, memberId, action: input.action };
    const requests = {
      claim: (fingerprint: Buffer) => this.suggestions.claim({ ...suggestion, requestId, fingerprint }),
      find: () => this.suggestions.findByRequest(workspaceId, memberId, requestId),
      renew: (claim: ClaimedSuggestion) => this.suggestions.renew(claim),
      release: (claim: ClaimedSuggestion) => this.suggestions.release(claim),
      Reused: SuggestionRequestIdReused,
      InProgress: SuggestionInProgress,
    };
    return onceByRequestId({ conversationId, input }, requests, (claim) => this.run({ ...request, claim }));
  }

  private async run(request: CopilotRequest): Promise<JsonText> {
    const { member, conversationId, agentId, input } = request;
    const agent = await this.agents.require(member, agentId);
    const cost = costOf(input);
    const held = cost > 0 ? await this.credits.hold(member, cost) : null;
    try {
      const written = await this.writing.write(agent, conversationId, input);
      // A model server may write for a minute: who may not ask any more gets nothing, and nothing is spent.
      if (written.model !== BUILT_IN_MODEL) await ensureStillAuthorized();
      return await this.finish(request, written, held);
    } catch (error) {
      if (held) await this.credits.release(held);
      throw error;
    }
  }

  private finish(request: CopilotRequest, written: WrittenText, held: HeldCredits | null): Promise<JsonText> {
    return this.work.run(async () => {
      const { member, conversationId, input, claim } = request;
      const { workspaceId, memberId } = member;
      const { action } = input;
      // Neither while it is erased nor after.
      await this.writer.requireLocked(member, conversationId);
      const suggestionId = claim?.id ?? newId();
      const creditsSpent = held ? await this.spend(held, suggestionId, memberId) : 0;
      const { text, language, citations, grounded, model, basedOnMessageId } = written;
      const body: CopilotSuggestionDto = {
        suggestionId,
        action,
        conversationId,
        text,
        language,
        citations,
        grounded,
        sent: false,
        creditsSpent,
        creditsRemaining: (await this.credits.balance(member)).remaining,
        model,
        basedOnMessageId,
        createdAt: (await databaseTime(this.work)).toISOString(),
      };
      const response = JSON.stringify(body);
      if (!claim) {
        await this.suggestions.insert({ workspaceId, id: suggestionId, conversationId, memberId, action, response });
      } else if (!(await this.suggestions.finish(claim, response))) {
        // The lease ended and another process has this request: what it writes is the answer, and nothing of this one stays.
        throw new SuggestionInProgress();
      }
      return new JsonText(response);
    });
  }

  private async spend(held: HeldCredits, referenceId: string, memberId: string): Promise<number> {
    const spent = await this.credits.capture(held, { purpose: 'copilot_translation', referenceId, memberId });
    if (spent === null) throw new CreditHoldEnded();
    return spent;
  }
}

/** In credits. Characters are code points, as everywhere. */
function costOf({ action, text = '' }: RequestCopilotInput): number {
  return action === 'translate' ? Math.ceil(Array.from(text).length / CHARACTERS_PER_CREDIT) : 0;
}

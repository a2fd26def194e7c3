import { Injectable } from '@nestjs/common';
import { TokenUsageService } from '../token-usage/token-usage.service';
import type { TokenUsage } from './answer-model.port';
import { ModelFailure, ReplyNotWorkedOn } from './openai-compatible/model-failure';

/** The agent that uses a server, and the model. */
export interface Spender {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly model: string;
}

/** Counts the tokens that an agent uses. Reserves the expected tokens before a request, and counts the reported ones, also after a failure. */
@Injectable()
export class TokenSpending {
  constructor(private readonly usage: TokenUsageService) {}

  /** @throws ModelFailure if the agent's budget is spent, and the errors of `ask` */
  async of<Answer extends { readonly usage: TokenUsage }>(
    { workspaceId, agentId, model }: Spender,
    expectedTokens: number,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const owner = { workspaceId, agentId };
    const held = await this.usage.hold(owner, expectedTokens);
    if (held === 'spent') throw new ModelFailure('budget_spent');
    try {
      const answer = await ask();
      await this.usage.settle(owner, held, { model, ...answer.usage });
      return answer;
    } catch (error) {
      const used = error instanceof ModelFailure || error instanceof ReplyNotWorkedOn ? error.used : null;
      if (used && used.inputTokens + used.outputTokens > 0) await this.usage.settle(owner, held, { model, ...used });
      else await this.usage.release(owner, held);
      throw error;
    }
  }
}

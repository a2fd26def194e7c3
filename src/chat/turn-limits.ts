import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Limit, RateLimiter } from '../common/rate-limit/rate-limiter';
import { Settings } from '../config/load-settings';
import type { AnswerableAgent } from './answer.types';
import { AgentRateLimited } from './chat-turns.errors';
import type { TurnCaller, TurnInput } from './turn.types';

const WINDOW = { windowSeconds: 60 };

/** Limits the turns in a minute: of one customer, with one key, of one agent, of one workspace. */
@Injectable()
export class TurnLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts a turn. One statement; none where every limit is off.
   *
   * @throws RateLimited 429, AgentRateLimited 429
   */
  async count(agent: AnswerableAgent, caller: TurnCaller, { user }: TurnInput): Promise<void> {
    const { callerId, visitorLimits } = caller;
    if (visitorLimits) await this.limiter.consumeAll(visitorLimits);
    const { LIMIT_TURN_PER_USER, LIMIT_TURN_PER_CALLER, LIMIT_TURN_PER_WORKSPACE } = this.settings.values;
    const limits: Limit[] = [
      {
        name: 'LIMIT_TURN_PER_CALLER',
        key: `turn:key:${callerId}`,
        max: visitorLimits ? 0 : LIMIT_TURN_PER_CALLER,
        ...WINDOW,
      },
      {
        name: 'rateLimitPerMinute',
        key: `agent:${agent.id}`,
        max: agent.rateLimitPerMinute,
        ...WINDOW,
        refusal: (retryAfterSeconds) => new AgentRateLimited(retryAfterSeconds),
      },
      {
        name: 'LIMIT_TURN_PER_WORKSPACE',
        key: `turn:workspace:${agent.workspaceId}`,
        max: LIMIT_TURN_PER_WORKSPACE,
        ...WINDOW,
      },
    ];
    if (user)
      limits.unshift({
        name: 'LIMIT_TURN_PER_USER',
        key: customerKey(agent.workspaceId, user.externalId),
        max: LIMIT_TURN_PER_USER,
        ...WINDOW,
      });
    await this.limiter.consumeAll(limits);
  }
}

/** A hash, since rows of limits outlive an erasure by an hour. */
function customerKey(workspaceId: string, externalId: string): string {
  return `turn:user:${createHash('sha256')
    .update(JSON.stringify([workspaceId, externalId]))
    .digest('base64url')}`;
}

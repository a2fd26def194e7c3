import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { ensureStillAuthorized } from '../common/auth/still-authorized';
import { newId } from '../common/database/uuid';
import { onceByRequestId } from '../common/idempotency/once-by-request-id';
import { JsonText } from '../common/request/json-text';
import type { WorkspaceScope } from '../common/request/principal';
import { BUILT_IN_MODEL } from '../config/settings';
import { ChatConversationsService } from '../inbox/chat-conversations.service';
import type { AnswerableAgent, TurnListener } from './answer.types';
import { AnsweringService } from './answering.service';
import type { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import { AgentInactive, ConversationNotOfAgent, RequestIdReused, TurnInProgress } from './chat-turns.errors';
import { ChatTurnsRepository, type ClaimedTurn } from './chat-turns.repository';
import { TurnLimits } from './turn-limits';
import { type TurnClaim, TurnWriter, type WrittenTurn } from './turn-writer';
import type { TurnCaller, TurnResult } from './turn.types';

/**
 * A customer's message and what becomes of it: claim the request id, look back, answer, write. Nothing is written
 * besides the claim until the answer is there, and then everything in one transaction; no transaction is open while the
 * model thinks. A process that dies leaves a claim whose lease ends, and a retry runs the turn again.
 */
@Injectable()
export class ChatTurnsService {
  constructor(
    private readonly agents: AgentsService,
    private readonly conversations: ChatConversationsService,
    private readonly turns: ChatTurnsRepository,
    private readonly answering: AnsweringService,
    private readonly writer: TurnWriter,
    private readonly limits: TurnLimits,
  ) {}

  /** The form of the answer is no part of the request: a stream that broke off can be asked for again as JSON. */
  async send(
    scope: WorkspaceScope,
    caller: TurnCaller,
    agentId: string,
    { stream: _form, ...input }: SendChatTurnInput,
    listener?: TurnListener,
  ): Promise<TurnResult<ChatTurnDto>> {
    const agent = await this.agents.require(scope, agentId);
    if (input.requestId === undefined) {
      // Only who says who writes can bring somebody back.
      const startedAt = input.user ? await this.turns.readClock() : null;
      const claim = { id: newId(), fence: null, startedAt };
      return { ...(await this.run({ agent, caller, input, claim, listener })), replayed: false };
    }
    const { workspaceId } = scope;
    const identity = { workspaceId, agentId: agent.id, callerId: caller.callerId, requestId: input.requestId };
    const requests = {
      claim: (fingerprint: Buffer) => this.turns.claim(identity, newId(), fingerprint, input.conversationId ?? null),
      find: () => this.turns.findByRequest(identity),
      renew: (claim: ClaimedTurn) => this.turns.renew(workspaceId, claim),
      release: (claim: ClaimedTurn) => this.turns.release(workspaceId, claim),
      Reused: RequestIdReused,
      InProgress: TurnInProgress,
    };
    let written: WrittenTurn | undefined;
    const { body, replayed } = await onceByRequestId(input, requests, async (claim) => {
      written = await this.run({ agent, caller, input, claim, listener });
      return new JsonText(written.text);
    });
    return { ...(written ?? { turn: JSON.parse(body.text) as ChatTurnDto, text: body.text }), replayed };
  }

  private async run({ agent, caller, input, claim, listener }: StartedTurn): Promise<WrittenTurn> {
    if (!agent.answers) throw new AgentInactive();
    await this.limits.count(agent, caller, input);
    const conversation = input.conversationId
      ? await this.conversations.recall(agent.workspaceId, agent.id, input.conversationId)
      : null;
    if (input.conversationId && !conversation) throw new ConversationNotOfAgent();
    listener?.started({ turnId: claim.id, requestId: input.requestId ?? null, agentId: agent.id });
    const answer = await this.answering.answer(agent, conversation, input, listener?.part);
    // A model server may think for a minute: whose key ended meanwhile gets nothing, and nothing is written.
    if (answer.model !== BUILT_IN_MODEL) await ensureStillAuthorized();
    return this.writer.write({ agent, caller, input, claim, conversationId: conversation?.id ?? null, answer });
  }
}

interface StartedTurn {
  agent: AnswerableAgent;
  caller: TurnCaller;
  input: SendChatTurnInput;
  claim: TurnClaim;
  listener: TurnListener | undefined;
}

import { Injectable } from '@nestjs/common';
import {
  ConversationHandedOver,
  ConversationOpened,
  CustomerReplied,
  MessageAdded,
} from '../conversations/conversation-events';
import { DomainEvents } from '../common/events/domain-events';
import type { LockedConversation, MessageAt } from '../conversations/conversation.types';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { EventLog } from '../events/event-log.service';
import { CarriedFilesService } from '../files/carried-files.service';
import { KnowledgeGapsService } from '../knowledge-gaps/knowledge-gaps.service';
import { CustomerRequestsService } from '../support/customer-requests.service';
import type { AgentAnswer } from './answer.types';
import type { ChatTurnDto } from './chat-turn.dto';
import { CHAT_EVENTS } from './chat-turn-event.types';
import type { Outcome } from './chat-turn.entity';
import { ConversationNotOfAgent, TurnInProgress } from './chat-turns.errors';
import { ChatTurnsRepository } from './chat-turns.repository';
import type { AnsweredTurn, TurnEntry, WrittenTurn } from './turn.types';

/** The state of the conversation that decides how a turn ends. */
type StateOfTurn = Pick<LockedConversation, 'handler' | 'consecutiveNoAnswers' | 'isOver' | 'isBlocked'>;

const NEW_CONVERSATION: StateOfTurn = {
  handler: 'agent',
  consecutiveNoAnswers: 0,
  isOver: false,
  isBlocked: false,
};

/**
 * Writes a turn with all its consequences: messages, hand-over, gap, events and response. Joins the caller's transaction,
 * which has entered the conversation. A turn locks in this order: its contact, its conversation, the agent's counters. An answered turn in a conversation
 * that goes on takes twelve statements in all, seven of them here, and one for its limits; a contact that is known costs one more.
 */
@Injectable()
export class TurnWriter {
  constructor(
    private readonly conversations: ConversationWriter,
    private readonly supportRequests: CustomerRequestsService,
    private readonly events: DomainEvents,
    private readonly gaps: KnowledgeGapsService,
    private readonly turns: ChatTurnsRepository,
    private readonly files: CarriedFilesService,
    private readonly log: EventLog,
  ) {}

  /** @throws ConversationNotOfAgent, FilesUnknown 400, TurnInProgress 409 */
  async write(turn: AnsweredTurn, { contact, conversationId, isNew }: TurnEntry): Promise<WrittenTurn> {
    const { agent, input, answer } = turn;
    const { workspaceId, id: agentId } = agent;
    const contactId = contact?.id ?? null;
    const locked = isNew ? null : await this.conversations.lock(workspaceId, conversationId);
    // Erased while the model thought, or purged with its agent.
    if (!isNew && !locked) throw new ConversationNotOfAgent();
    const before: StateOfTurn = locked ?? NEW_CONVERSATION;

    // A member may have taken the conversation over while the model thought: then the agent stays silent.
    const isBlocked = contact?.blocked ?? before.isBlocked;
    const outcome: Outcome = before.handler === 'human' ? 'human_active' : decided(answer, before, isBlocked);
    const handOver = outcome === 'handed_off';
    const turnId = turn.claim.id;
    const question = { turnId, role: 'customer' as const, content: input.message };
    const citations = outcome === 'answered' ? answer.citations : [];
    const reply =
      outcome === 'human_active'
        ? null
        : { turnId, role: 'agent' as const, content: answer.contents[outcome], outcome, citations };
    const messages = reply ? [question, reply] : [question];
    const consecutiveNoAnswers = outcome === 'no_answer' ? before.consecutiveNoAnswers + 1 : 0;
    const written = await this.conversations.append(workspaceId, conversationId, messages, {
      consecutiveNoAnswers,
      handOver,
      contactId,
      isBlocked,
    });
    const [questionAt, replyAt] = written as [MessageAt, MessageAt?];
    const carrier = { workspaceId, conversationId, messageId: questionAt.id };
    await this.files.carry(carrier, turn.caller.uploaderId, input.attachmentIds);
    const createdAt = questionAt.createdAt.toISOString();

    const hasQuestion = input.message.trim() !== '';
    const isGap =
      hasQuestion && answer.kind === 'no_answer' && outcome !== 'human_active' && agent.learningConfig.captureEnabled;
    if (isGap) await this.gaps.create({ workspaceId, agentId, conversationId, question: input.message }, turnId);

    const body: ChatTurnDto = {
      turnId,
      requestId: input.requestId ?? null,
      conversationId,
      agentId,
      message: reply && { id: replyAt!.id, role: 'agent', content: reply.content, createdAt },
      citations,
      suggestions: outcome === 'no_answer' ? answer.suggestions : [],
      outcome,
      // Messages of blocked contacts are stored and need no work.
      supportRequestId: isBlocked
        ? null
        : await this.supportRequestId(
            outcome,
            { workspaceId, agentId, conversationId, isOver: before.isOver },
            { text: textOfTurn(turn), at: questionAt.createdAt },
          ),
      usage: answer.usage,
      model: answer.model,
      fallback: answer.fallback,
      createdAt,
    };
    const of = { workspaceId, agentId, conversationId };
    if (isNew) this.events.publish(new ConversationOpened({ ...of, contactId }));
    const added = { ...of, channel: 'widget', automatic: false, turnId } as const;
    this.events.publish(
      ...messages.map(({ role }, n) => new MessageAdded({ ...added, messageId: written[n]!.id, role })),
    );
    if (locked) {
      this.conversations.publishChange(locked, {
        status: isBlocked ? locked.status : 'open',
        handler: handOver ? 'human' : locked.handler,
        contactId: locked.contactId ?? contactId,
      });
    }
    if (!isBlocked) this.publishOutcome(outcome, { ...of, messageId: questionAt.id });
    this.log.append(CHAT_EVENTS['chat_turn.completed'], {
      ...{ ...of, subjectId: turnId },
      data: {
        // The log completes both from the conversation.
        ...{ conversationId, contactId },
        ...{ turnId, outcome, supportRequestId: body.supportRequestId, fallback: answer.fallback !== null },
        ...{ inputTokens: answer.usage.inputTokens, outputTokens: answer.usage.outputTokens },
      },
    });
    const text = JSON.stringify(body);
    await this.finish(turn, conversationId, outcome, text);
    return { turn: body, text, isBlocked };
  }

  private supportRequestId(
    outcome: Outcome,
    of: { workspaceId: string; agentId: string; conversationId: string; isOver: boolean },
    message: { text: string; at: Date },
  ): Promise<string | null> {
    if (outcome === 'handed_off') return this.supportRequests.handOver(of, message);
    if (outcome === 'human_active') return this.supportRequests.wrote(of, message);
    return Promise.resolve(null);
  }

  private publishOutcome(outcome: Outcome, facts: CustomerReplied['data']): void {
    if (outcome === 'handed_off') this.events.publish(new ConversationHandedOver(facts));
    if (outcome === 'human_active') this.events.publish(new CustomerReplied(facts));
  }

  private async finish(turn: AnsweredTurn, conversationId: string, outcome: Outcome, response: string): Promise<void> {
    const { answer, claim, caller } = turn;
    const { workspaceId, id: agentId } = turn.agent;
    const { inputTokens, outputTokens } = answer.usage;
    const finished = { conversationId, outcome, model: answer.model, inputTokens, outputTokens };
    if (claim.fence === null) {
      await this.turns.insertFinished({ workspaceId, agentId, callerId: caller.callerId }, claim.id, finished);
    } else if (!(await this.turns.finish(workspaceId, claim, finished, response))) {
      // The lease ended and another process has this turn: what it writes is the answer, and nothing of this one stays.
      throw new TurnInProgress();
    }
  }
}

/** A second question in a row without an answer goes to a person, unless the contact is blocked. */
function decided(
  { kind }: AgentAnswer,
  { consecutiveNoAnswers }: StateOfTurn,
  isBlocked: boolean,
): 'answered' | 'no_answer' | 'handed_off' {
  const isForPeople = kind === 'handed_off' || (kind === 'no_answer' && consecutiveNoAnswers >= 1);
  if (!isForPeople) return kind;
  return isBlocked ? 'no_answer' : 'handed_off';
}

/** The subject of a turn: its message, or the names of its files. */
export function textOfTurn({ input: { message }, fileNames }: Pick<AnsweredTurn, 'input' | 'fileNames'>): string {
  return message.trim() === '' ? fileNames.join(', ') : message;
}

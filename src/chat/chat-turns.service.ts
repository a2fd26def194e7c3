import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { ensureStillAuthorized } from '../common/auth/still-authorized';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { claimRequest, REQUEST_LEASE } from '../common/idempotency/once-by-request-id';
import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { statusOf } from '../common/errors/error-codes';
import type { WorkspaceScope } from '../common/request/principal';
import { BUILT_IN_MODEL } from '../config/settings';
import { ChatContactsService } from '../contacts/chat-contacts.service';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import type { ConversationState } from '../conversations/conversation.types';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { CarriedFilesService } from '../files/carried-files.service';
import { EventLog } from '../events/event-log.service';
import type { PartOfAnswer } from './answer.types';
import { AnsweringService } from './answering.service';
import type { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import { CHAT_EVENTS } from './chat-turn-event.types';
import { AgentInactive, ConversationNotOfAgent, RequestIdReused, TurnInProgress } from './chat-turns.errors';
import { ChatTurnsRepository, type ClaimedTurn } from './chat-turns.repository';
import { TurnLimits } from './turn-limits';
import { countTurn } from './turn-outcomes';
import { textOfTurn, TurnWriter } from './turn-writer';
import type { AnsweredTurn, TurnCaller, TurnEntry, TurnEvent, TurnInput, TurnToWrite, WrittenTurn } from './turn.types';

type StartingTurn = Pick<AnsweredTurn, 'agent' | 'caller' | 'input' | 'claim'>;
type StartedTurn = StartingTurn & Pick<AnsweredTurn, 'fileNames'>;

/**
 * A customer's message and its answer: claim the request id, look back, answer, write. Nothing is written besides the claim
 * until the answer is there, and then everything in one transaction; no transaction is open while the model thinks. A process
 * that dies leaves a claim whose lease ends, and a retry runs the turn again.
 */
@Injectable()
export class ChatTurnsService {
  constructor(
    private readonly agents: AgentsService,
    private readonly contacts: ChatContactsService,
    private readonly conversations: ConversationQueries,
    private readonly conversationWriter: ConversationWriter,
    private readonly turns: ChatTurnsRepository,
    private readonly answering: AnsweringService,
    private readonly writer: TurnWriter,
    private readonly files: CarriedFilesService,
    private readonly limits: TurnLimits,
    private readonly work: UnitOfWork,
    private readonly log: EventLog,
  ) {}

  /** The turn of a workspace key, as its events. @throws the refusals of the turn, before the first event */
  async *send(
    scope: WorkspaceScope,
    callerId: string,
    agentId: string,
    input: SendChatTurnInput,
  ): AsyncGenerator<TurnEvent, void> {
    for await (const step of this.run(scope, { callerId, uploaderId: `key:${callerId}` }, agentId, input)) {
      if (step.event !== 'turn.answered') yield step;
      else await this.work.run(async () => this.write(step.data, await this.enter(step.data)));
    }
  }

  /**
   * A turn as its steps. At `turn.answered` the reader calls {@link write} in a transaction, commits, and reads on; if it leaves
   * instead, the request id is free again. The form of the answer is no part of the request: a stream that broke off can be
   * asked for again as JSON.
   */
  async *run(
    scope: WorkspaceScope,
    caller: TurnCaller,
    agentId: string,
    { stream: _form, ...sent }: SendChatTurnInput,
  ): AsyncGenerator<TurnEvent | TurnToWrite, void> {
    const input = withMessage(sent);
    const agent = await this.agents.require(scope, agentId);
    const { requestId } = input;
    if (requestId === undefined) {
      // Only a turn that names its customer can bring an erased contact back.
      const startedAt = input.user ? await this.turns.readClock() : null;
      yield* this.steps({ agent, caller, input, claim: { id: newId(), fence: null, startedAt } });
      return;
    }
    const { workspaceId } = scope;
    const identity = { workspaceId, agentId: agent.id, callerId: caller.callerId, requestId };
    const renew = (claim: ClaimedTurn): Promise<void> => this.turns.renew(workspaceId, claim);
    const release = (claim: ClaimedTurn): Promise<void> => this.turns.release(workspaceId, claim);
    const request = await claimRequest(input, {
      claim: (fingerprint) => this.turns.claim(identity, newId(), fingerprint, input.conversationId ?? null),
      find: () => this.turns.findByRequest(identity),
      ...{ renew, release, Reused: RequestIdReused, InProgress: TurnInProgress },
    });
    if (request.response !== null) return yield* replay(request.response.text);
    const { claim } = request;
    const stop = REQUEST_LEASE.hold(() => renew(claim));
    let isWritten = false;
    try {
      isWritten = yield* this.steps({ agent, caller, input, claim });
    } finally {
      stop();
      if (!isWritten) await release(claim);
    }
  }

  /** Writes an answered turn. Joins the caller's transaction. @throws ConversationNotOfAgent 400, TurnInProgress 409 */
  async write(turn: AnsweredTurn, entry: TurnEntry): Promise<WrittenTurn> {
    turn.written = await this.writer.write(turn, entry);
    return turn.written;
  }

  /** What a turn is about: the message, or the names of its files. */
  textOf(turn: AnsweredTurn): string {
    return textOfTurn(turn);
  }

  /** Returns true once the turn is written. */
  private async *steps(turn: StartingTurn): AsyncGenerator<TurnEvent | TurnToWrite, true> {
    const { agent, caller, input, claim } = turn;
    if (!agent.answers) throw new AgentInactive();
    await this.limits.count(agent, caller, input);
    const conversation = input.conversationId
      ? await this.conversations.recall(agent.workspaceId, agent.id, input.conversationId)
      : null;
    if (input.conversationId && !conversation) throw new ConversationNotOfAgent();
    const fileNames = await this.files.names(agent, caller.uploaderId, input.attachmentIds);
    const started = { turnId: claim.id, requestId: input.requestId ?? null, agentId: agent.id };
    yield { event: 'turn.started', data: started, replayed: false };
    try {
      yield* this.answered({ ...turn, fileNames }, conversation);
    } catch (error) {
      if (isOwnFailure(error)) await this.appendFailed(turn, conversation?.id ?? null);
      throw error;
    }
    return true;
  }

  private async *answered(
    turn: StartedTurn,
    conversation: ConversationState | null,
  ): AsyncGenerator<TurnEvent | TurnToWrite, void> {
    const { agent, input } = turn;
    const parts = this.answering.stream(agent, conversation, input);
    let [text, cited] = ['', 0];
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) {
      text += next.value.text;
      cited += next.value.citations.length;
      yield* eventsOf(next.value);
    }
    const answer = next.value;
    // A model server may think for a minute. If the key ended meanwhile, its caller gets nothing, and nothing is written.
    if (answer.model !== BUILT_IN_MODEL) await ensureStillAuthorized();
    const answered: AnsweredTurn = { ...turn, conversationId: conversation?.id ?? null, answer, written: null };
    yield { event: 'turn.answered', data: answered };
    if (!answered.written) throw new Error('The reader of a turn did not write it');
    countTurn(answered.written.turn.outcome, answer.fallback !== null);
    yield* completionOf(answered.written, text, cited);
  }

  private async appendFailed({ agent, claim }: StartingTurn, conversationId: string | null): Promise<void> {
    const { workspaceId, id: agentId } = agent;
    const of = { workspaceId, agentId, subjectId: claim.id, ...(conversationId !== null && { conversationId }) };
    const nothing = { outcome: null, supportRequestId: null, fallback: false, inputTokens: 0, outputTokens: 0 };
    await this.work.run(async () => {
      // The event names no conversation that is erased meanwhile.
      if (conversationId !== null && !(await this.conversationWriter.lock(workspaceId, conversationId))) return;
      const data = { conversationId, contactId: null, turnId: claim.id, ...nothing };
      this.log.append(CHAT_EVENTS['chat_turn.failed'], { ...of, data });
    });
  }

  private async enter(turn: AnsweredTurn): Promise<TurnEntry> {
    const { agent, input, claim, conversationId } = turn;
    const { workspaceId, id: agentId } = agent;
    const isNamed = input.user !== undefined && claim.startedAt !== null;
    const contact = isNamed ? await this.contacts.seen(workspaceId, agentId, input.user!, claim.startedAt!) : null;
    if (conversationId !== null) return { contact, conversationId, isNew: false };
    const begun = { workspaceId, agentId, contactId: contact?.id ?? null, subject: textOfTurn(turn) };
    return { contact, conversationId: await this.conversationWriter.openWidget(begun), isNew: true };
  }
}

/** @throws ValidationFailed 400 if there is neither a message nor a file */
function withMessage(sent: Omit<SendChatTurnInput, 'stream'>): TurnInput {
  const { message = '', attachmentIds = [] } = sent;
  if (message === '' && attachmentIds.length === 0) {
    throw new ValidationFailed([
      { path: '/message', code: 'required', message: 'must be a message, unless files are sent' },
    ]);
  }
  return { ...sent, message };
}

/** The events of a turn that an earlier request has completed. `text`: its stored response. */
function* replay(text: string): Generator<TurnEvent, void> {
  const turn = JSON.parse(text) as ChatTurnDto;
  const { turnId, requestId, agentId } = turn;
  yield { event: 'turn.started', data: { turnId, requestId, agentId }, replayed: true };
  yield* completionOf({ turn, text }, '', 0);
}

/** The last events of a turn, after parts with `sent` as their text and so many citations. */
function* completionOf(
  { turn, text }: Pick<WrittenTurn, 'turn' | 'text'>,
  sent: string,
  cited: number,
): Generator<TurnEvent, void> {
  const { message, citations } = turn;
  // If a person has taken over meanwhile there is no message, and no part of one belongs to the turn.
  if (message?.content.startsWith(sent)) {
    yield* eventsOf({ text: message.content.slice(sent.length), citations: citations.slice(cited) });
  }
  yield { event: 'turn.completed', data: turn, text };
}

function* eventsOf({ text, citations }: PartOfAnswer): Generator<TurnEvent, void> {
  if (text !== '') yield { event: 'message.delta', data: { text } };
  for (const citation of citations) yield { event: 'citation', data: citation };
}

/** Not a refusal of what the caller has sent. */
function isOwnFailure(error: unknown): boolean {
  return !(error instanceof DomainError) || statusOf(error.code) >= 500;
}

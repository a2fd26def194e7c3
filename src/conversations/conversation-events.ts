import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';
import type { Lock } from '../common/events/lock-order';
import type { Changes } from '../common/event-types/changes';
import type { EventType } from '../common/event-types/declare-events';
import type { EventActor, LogEntry } from '../common/event-types/log-entry';
import { CONVERSATION_EVENTS, type ERASURE_REASONS } from './conversation-event.types';
import type { ConversationChannel, ReplyStatus, ReplyType } from './conversation.types';

export interface ConversationFacts extends AgentFacts {
  readonly conversationId: string;
}

interface MessageFacts extends ConversationFacts {
  readonly messageId: string;
}

/** A fact about a conversation. Its publisher holds the lock of the conversation. */
export abstract class ConversationEvent<Facts extends ConversationFacts = ConversationFacts> extends AgentEvent<Facts> {
  static override readonly holds: Lock | null = 'conversations';

  /** An entry of the log about this conversation. */
  protected entry(
    type: EventType,
    subjectId: string,
    event: Omit<LogEntry, keyof ConversationKey | 'type' | 'subjectId'>,
  ): LogEntry {
    const { workspaceId, agentId, conversationId } = this.data;
    return { workspaceId, agentId, conversationId, type, subjectId, ...event };
  }
}

type ConversationKey = Pick<LogEntry, 'workspaceId' | 'agentId' | 'conversationId'>;

/** A conversation has begun. */
export class ConversationOpened extends ConversationEvent<ConversationFacts & { readonly contactId: string | null }> {
  override get counts(): AgentCounts {
    return { conversations: 1 };
  }

  override get logged(): LogEntry {
    return this.entry(CONVERSATION_EVENTS['conversation.created'], this.data.conversationId, { data: {} });
  }
}

/**
 * The status, handler, assignee, subject, contact or labels of a conversation have changed. Where `changed` is empty, only its activity
 * or the profile of its contact or a claim of its visitor has: members' streams show that, and the log has no event.
 */
export class ConversationUpdated extends ConversationEvent<ConversationFacts & Changes> {
  override get logged(): LogEntry {
    const { conversationId, changed, previous } = this.data;
    const data = changed.length > 0 ? { data: {}, changed, previous } : { data: null };
    return this.entry(CONVERSATION_EVENTS['conversation.updated'], conversationId, data);
  }
}

/** A conversation about another one was closed, or is no longer closed. */
export class SideConversationChanged extends ConversationEvent<
  ConversationFacts & { readonly parentConversationId: string }
> {}

/** A member is the assignee of a conversation now. */
export class ConversationAssigned extends ConversationEvent<
  ConversationFacts & { readonly version: number; readonly memberId: string; readonly actorMemberId: string }
> {}

/** A conversation is with people from this message of the customer on: the agent handed it over, or it began by email. */
export class ConversationHandedOver extends ConversationEvent<MessageFacts> {}

/** A customer has written in a conversation that is with people. */
export class CustomerReplied extends ConversationEvent<MessageFacts> {}

/** A message of a customer, the agent or the system is stored. */
export class MessageAdded extends ConversationEvent<
  MessageFacts & {
    readonly role: 'customer' | 'agent' | 'system';
    readonly channel: ConversationChannel;
    /** Whether a program has written it. */
    readonly automatic: boolean;
    readonly turnId: string | null;
  }
> {
  override get logged(): LogEntry {
    const { messageId, role, channel, automatic, turnId } = this.data;
    const actor = this.actor;
    return this.entry(CONVERSATION_EVENTS['message.created'], messageId, {
      data: { messageId, role, channel, automatic, lifecycleStatus: null, authorMemberId: null, turnId },
      shown: { messageId },
      ...(actor && { actor }),
    });
  }

  /** An email is read in the background. The widget's message of a customer comes from the caller of its request. */
  private get actor(): EventActor | undefined {
    const { role, channel } = this.data;
    if (role === 'agent') return { kind: 'agent' };
    if (role === 'system') return { kind: 'system' };
    return channel === 'email' ? { kind: 'visitor' } : undefined;
  }

  override get counts(): AgentCounts {
    return { messages: 1 };
  }
}

/** A member has written a reply, which is sent when the time to undo it is over. */
export class ReplyQueued extends ConversationEvent<
  MessageFacts & { readonly channel: ConversationChannel; readonly authorMemberId: string }
> {
  override get logged(): LogEntry {
    const { messageId, channel, authorMemberId } = this.data;
    return this.entry(CONVERSATION_EVENTS['message.created'], messageId, {
      data: {
        messageId,
        role: 'human',
        channel,
        automatic: false,
        lifecycleStatus: 'queued',
        authorMemberId,
        turnId: null,
      },
      shown: { messageId },
    });
  }

  override get counts(): AgentCounts {
    return { messages: 1 };
  }
}

/** The text or the status of a reply has changed, or its delivery to a further recipient. */
export class ReplyChanged extends ConversationEvent<
  MessageFacts & {
    readonly type: ReplyType;
    readonly status: ReplyStatus;
    readonly previousStatus: ReplyStatus;
    /** When it was sent; null: it was not. */
    readonly sentAt: string | null;
    readonly version: number;
    readonly channel: ConversationChannel;
    readonly revisionCount: number;
    readonly previousRevisionCount: number;
    /** The class of the failure of the last attempt to send it; null: there is none. */
    readonly failureClass: string | null;
    /** The new status of the delivery to a further recipient; null: no such delivery has changed. */
    readonly deliveryStatus: ReplyStatus | null;
    /** The member who settled an uncertain delivery with this change; null: none did. */
    readonly actorMemberId: string | null;
  }
> {
  get isMoved(): boolean {
    return this.data.status !== this.data.previousStatus;
  }

  override get logged(): LogEntry {
    const { messageId, channel, status, previousStatus, version, revisionCount, failureClass } = this.data;
    const isEdited = revisionCount !== this.data.previousRevisionCount;
    const isDelivery = this.data.deliveryStatus !== null;
    return this.entry(CONVERSATION_EVENTS['message.updated'], messageId, {
      data: { messageId, channel, lifecycleStatus: status, lifecycleVersion: version, revisionCount, failureClass },
      changed: [
        ...(this.isMoved ? ['lifecycleStatus'] : []),
        ...(isEdited ? ['content'] : []),
        ...(isDelivery ? ['deliveries'] : []),
      ],
      previous: this.isMoved ? { lifecycleStatus: previousStatus } : {},
      shown: { messageId },
    });
  }
}

/** The scanner has looked at a file of a message. The state of the reply, or nulls for a message that no member has written. */
export class MessageFilesScanned extends ConversationEvent<
  MessageFacts & {
    readonly channel: ConversationChannel;
    readonly status: ReplyStatus | null;
    readonly version: number | null;
    readonly revisionCount: number | null;
    readonly failureClass: string | null;
  }
> {
  override get logged(): LogEntry {
    const { messageId, channel, status, version, revisionCount, failureClass } = this.data;
    return this.entry(CONVERSATION_EVENTS['message.updated'], messageId, {
      data: { messageId, channel, lifecycleStatus: status, lifecycleVersion: version, revisionCount, failureClass },
      changed: ['attachments'],
      shown: { messageId },
    });
  }
}

/** A member has written a note. */
export class NoteAdded extends ConversationEvent<
  ConversationFacts & { readonly noteId: string; readonly authorMemberId: string }
> {
  override get logged(): LogEntry {
    const { noteId, authorMemberId } = this.data;
    const data = { noteId, authorMemberId };
    return this.entry(CONVERSATION_EVENTS['note.created'], noteId, { data, shown: { messageId: noteId } });
  }
}

/** Conversations of an agent, 500 at most, are erased with everything that belongs to them, on request or because of their age. */
export class ConversationsErased extends AgentEvent<
  AgentFacts & {
    readonly conversations: number;
    readonly messages: number;
    readonly conversationIds: readonly string[];
    readonly reason: (typeof ERASURE_REASONS)[number];
  }
> {
  static override readonly holds: Lock | null = 'rows';

  override get logged(): LogEntry | null {
    const { workspaceId, agentId, conversationIds, reason } = this.data;
    const type = CONVERSATION_EVENTS['conversation.erased'];
    const [subjectId] = conversationIds;
    return subjectId === undefined
      ? null
      : { workspaceId, agentId, type, subjectId, data: { conversationIds, reason } };
  }

  override get counts(): AgentCounts {
    return { conversations: -this.data.conversations, messages: -this.data.messages };
  }
}

import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';
import type { Lock } from '../common/events/lock-order';
import type { ReplyStatus, ReplyType } from './conversation.types';
import type { InboxEventType, InboxHappening } from './inbox-event.types';

export interface ConversationFacts extends AgentFacts {
  readonly conversationId: string;
}

interface MessageFacts extends ConversationFacts {
  readonly messageId: string;
}

/** A fact about a conversation. Its publisher holds the lock of the conversation. */
export abstract class ConversationEvent<Facts extends ConversationFacts = ConversationFacts> extends AgentEvent<Facts> {
  static override readonly holds: Lock | null = 'conversations';

  /** The entry for members' streams; null: there is none, or the statement of the change has written it. */
  get happening(): InboxHappening | null {
    return null;
  }

  protected shownAs(
    type: Exclude<InboxEventType, `label.${string}`>,
    of: { messageId?: string; supportRequestId?: string; milestone?: string } = {},
  ): InboxHappening {
    const { workspaceId, agentId, conversationId } = this.data;
    return { workspaceId, agentId, conversationId, type, ...of };
  }
}

/** A conversation has begun. The statement that stores it writes its stream entry. */
export class ConversationOpened extends ConversationEvent<ConversationFacts & { readonly contactId: string | null }> {
  override get counts(): AgentCounts {
    return { conversations: 1 };
  }
}

/** The status, handler, assignee, subject, contact, labels or visitor's page of a conversation has changed. */
export class ConversationUpdated extends ConversationEvent {
  override get happening(): InboxHappening {
    return this.shownAs('conversation.updated');
  }
}

/** A member is the assignee of a conversation now. */
export class ConversationAssigned extends ConversationEvent<
  ConversationFacts & { readonly version: number; readonly memberId: string; readonly actorMemberId: string }
> {}

/** A conversation is with people from this message of the customer on: the agent handed it over, or it began by email. */
export class ConversationHandedOver extends ConversationEvent<MessageFacts> {}

/** A customer has written in a conversation that is with people. */
export class CustomerReplied extends ConversationEvent<MessageFacts> {}

/** A message of a customer, the agent or the system is stored. The statement that stores it writes its stream entry. */
export class MessageAdded extends ConversationEvent<MessageFacts & { readonly role: 'customer' | 'agent' | 'system' }> {
  override get counts(): AgentCounts {
    return { messages: 1 };
  }
}

/** A member has written a reply, which is sent when the time to undo it is over. */
export class ReplyQueued extends ConversationEvent<MessageFacts & { readonly authorMemberId: string }> {
  override get happening(): InboxHappening {
    return this.shownAs('message.created', { messageId: this.data.messageId });
  }

  override get counts(): AgentCounts {
    return { messages: 1 };
  }
}

/** The text or the status of a reply has changed. */
export class ReplyChanged extends ConversationEvent<
  MessageFacts & {
    readonly type: ReplyType;
    readonly status: ReplyStatus;
    readonly previousStatus: ReplyStatus;
    /** When it was sent; null: it was not. */
    readonly sentAt: string | null;
    readonly version: number;
    /** The member who settled an uncertain reply with this change; null: none did. */
    readonly actorMemberId: string | null;
  }
> {
  get isMoved(): boolean {
    return this.data.status !== this.data.previousStatus;
  }

  override get happening(): InboxHappening {
    return this.shownAs('message.updated', { messageId: this.data.messageId });
  }
}

/** A member has written a note. */
export class NoteAdded extends ConversationEvent<
  ConversationFacts & { readonly noteId: string; readonly authorMemberId: string }
> {
  override get happening(): InboxHappening {
    return this.shownAs('note.created', { messageId: this.data.noteId });
  }
}

/** Conversations of an agent are erased with everything that belongs to them, on request or because of their age. */
export class ConversationsErased extends AgentEvent<
  AgentFacts & { readonly conversations: number; readonly messages: number }
> {
  static override readonly holds: Lock | null = 'rows';

  override get counts(): AgentCounts {
    return { conversations: -this.data.conversations, messages: -this.data.messages };
  }
}

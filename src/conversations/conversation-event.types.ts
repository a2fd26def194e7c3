import { BooleanField, CodeField, CountField, EnumField, IdField, IdsField } from '../common/event-types/event-fields';
import { ConversationEventData, declareEvents, EventData } from '../common/event-types/declare-events';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
  MESSAGE_ROLES,
  type MessageRole,
  REPLY_STATUSES,
  type ReplyStatus,
} from './conversation.types';

/** Conversations that one event names, at most. */
export const MOST_ERASED_IN_EVENT = 500;
export const ERASURE_REASONS = ['erasure', 'visitor', 'retention'] as const;

class ConversationCreatedData extends ConversationEventData {
  @EnumField(CONVERSATION_CHANNELS)
  channel: ConversationChannel;
  @EnumField(CONVERSATION_STATUSES)
  status: ConversationStatus;
  @EnumField(CONVERSATION_HANDLERS)
  handler: ConversationHandler;
}

class ConversationUpdatedData extends ConversationEventData {
  @EnumField(CONVERSATION_STATUSES)
  status: ConversationStatus;
  @EnumField(CONVERSATION_HANDLERS)
  handler: ConversationHandler;
  @IdField({ nullable: true })
  assigneeMemberId: string | null;
  @IdsField({ max: 50 })
  labelIds: string[];
  @CountField()
  version: number;
}

class ConversationErasedData extends EventData {
  @IdsField({ max: MOST_ERASED_IN_EVENT })
  conversationIds: readonly string[];
  @EnumField(ERASURE_REASONS)
  reason: (typeof ERASURE_REASONS)[number];
}

class MessageCreatedData extends ConversationEventData {
  @IdField()
  messageId: string;
  @EnumField(MESSAGE_ROLES)
  role: MessageRole;
  @EnumField(CONVERSATION_CHANNELS)
  channel: ConversationChannel;
  @BooleanField()
  automatic: boolean;
  @EnumField(REPLY_STATUSES, { nullable: true })
  lifecycleStatus: ReplyStatus | null;
  @IdField({ nullable: true })
  authorMemberId: string | null;
  @IdField({ nullable: true })
  turnId: string | null;
}

class MessageUpdatedData extends ConversationEventData {
  @IdField()
  messageId: string;
  @EnumField(CONVERSATION_CHANNELS)
  channel: ConversationChannel;
  @EnumField(REPLY_STATUSES, { nullable: true })
  lifecycleStatus: ReplyStatus | null;
  @CountField({ nullable: true })
  lifecycleVersion: number | null;
  @CountField({ nullable: true })
  revisionCount: number | null;
  @CodeField({ nullable: true })
  failureClass: string | null;
}

class NoteCreatedData extends ConversationEventData {
  @IdField()
  noteId: string;
  @IdField({ nullable: true })
  authorMemberId: string | null;
}

export const CONVERSATION_EVENTS = declareEvents('inbox', {
  'conversation.created': {
    audience: 'member',
    summary: 'A conversation has begun.',
    data: ConversationCreatedData,
    agentBound: true,
    resource: 'conversation',
  },
  'conversation.updated': {
    audience: 'member',
    summary:
      'The status, handler, assignee, subject, contact or labels of a conversation have changed. A new message alone is no such change.',
    data: ConversationUpdatedData,
    agentBound: true,
    resource: 'conversation',
  },
  'conversation.erased': {
    audience: 'member',
    summary:
      'Conversations of an agent are erased with everything that belongs to them: delete your copies. Events about them are erased, too.',
    data: ConversationErasedData,
    agentBound: true,
  },
  'message.created': {
    audience: 'member',
    summary: 'A message of a customer, an agent or the system is stored, or a member has written a reply.',
    data: MessageCreatedData,
    agentBound: true,
    resource: 'message',
  },
  'message.updated': {
    audience: 'member',
    summary:
      'The text or the lifecycle status of a reply has changed, or its delivery to a further recipient, or a file of any message was scanned. The fields of the lifecycle are null for a message that no member has written.',
    data: MessageUpdatedData,
    agentBound: true,
    resource: 'message',
  },
  'note.created': {
    audience: 'member',
    summary: 'A member has written a note. Read it with `listInboxNotes`.',
    data: NoteCreatedData,
    agentBound: true,
  },
});

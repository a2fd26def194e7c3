import type {
  ConversationChannel,
  ConversationHandler,
  ConversationStatus,
} from '../../conversations/conversation.types';
import type { Priority } from '../../support/support-request.types';

export const VIEW_VISIBILITIES = ['workspace', 'private'] as const;
/** `workspace`: all members see it. `private`: only its author. */
export type ViewVisibility = (typeof VIEW_VISIBILITIES)[number];

/** The filters of a view, as in a list of conversations. An absent field matches all. */
export interface ViewFilter {
  status?: ConversationStatus;
  /** The id of a member, `me`, or `unassigned`. */
  assignee?: string;
  agentId?: string;
  channel?: ConversationChannel;
  handler?: ConversationHandler;
  /** At least one of them. */
  labels?: string[];
  priority?: Priority;
  sla?: 'imminent' | 'breaching';
  waitingMinutes?: number;
  unread?: boolean;
  undelivered?: boolean;
  /** The id of a conversation: those about it. `none`: no side conversations. */
  parent?: string;
}

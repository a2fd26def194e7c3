import { defused } from '../../common/mail/defused';
import { HANDLING } from '../push/push-events';
import type { PushMessage } from '../push/push-message.types';
import { headline } from './notification-mail';
import type { NotificationLinks } from './notification-links';
import type { NotificationFacts } from './notification-verdict';

/** Longest quote of a message, in characters. Devices may show it on a locked screen. */
const LONGEST_QUOTE = 80;

/**
 * The message that a device shows. A later one about the same conversation and kind of event, or the same deadline,
 * replaces it.
 */
export function pushMessage(facts: NotificationFacts, links: NotificationLinks): PushMessage {
  const { event, conversationId, milestone, createdAt, workspaceName } = facts;
  return {
    title: headline(facts),
    body: defused(facts.content ?? '', LONGEST_QUOTE) || defused(workspaceName),
    navigate: links.conversation(facts),
    tag: [conversationId, event, ...(milestone === null ? [] : [milestone])].join(' '),
    lang: 'en',
    dir: 'auto',
    event,
    expiresAt: new Date(createdAt.getTime() + HANDLING[event].ttlSeconds * 1_000),
  };
}

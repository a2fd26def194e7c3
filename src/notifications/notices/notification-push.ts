import { defused } from '../../common/mail/defused';
import { HANDLING } from '../push/push-events';
import type { PushMessage } from '../push/push-message.types';
import { headline } from './notification-mail';
import type { NotificationLinks } from './notification-links';
import type { NotificationFacts } from './notification-verdict';

/** Of a message, in characters: it may show on a locked screen. */
const LONGEST_QUOTE = 80;

/** What a device shows; the next one about the same conversation and kind of event, or deadline, takes its place. */
export function pushMessage(facts: NotificationFacts, links: NotificationLinks): PushMessage {
  const { event, conversationId, milestone, createdAt, workspaceName } = facts;
  return {
    title: headline(facts),
    body: defused(facts.said ?? '', LONGEST_QUOTE) || defused(workspaceName),
    navigate: links.conversation(facts),
    tag: [conversationId, event, ...(milestone === null ? [] : [milestone])].join(' '),
    lang: 'en',
    dir: 'auto',
    event,
    expiresAt: new Date(createdAt.getTime() + HANDLING[event].ttlSeconds * 1_000),
  };
}

import { defused } from '../../common/mail/defused';
import type { Mail } from '../../common/mail/mail-outbox';
import { capitalized } from '../../common/text/capitalized';
import type { NotificationEvent } from './member-notification.types';
import type { NotificationLinks } from './notification-links';
import type { NotificationFacts } from './notification-verdict';

/** Of a message, in characters. */
const LONGEST_QUOTE = 200;
/** Members can see older ones in the inbox. */
const MOST_LISTED = 50;

/** The customer's name as mails show it. */
export function customerOf({ contactName, senderName }: Pick<NotificationFacts, 'contactName' | 'senderName'>): string {
  return defused(contactName ?? senderName ?? '') || 'A customer';
}

/** A line about the event, without a full stop. */
export function headline(facts: NotificationFacts): string {
  const customer = customerOf(facts);
  switch (facts.event) {
    case 'newConversation':
      return `${customer} is waiting for an answer`;
    case 'assigned':
      return `A conversation with ${startOf(customer)} was assigned to you`;
    case 'customerReply':
      return `${customer} replied`;
    case 'slaWarning':
      return `${milestoneOf(facts)} for ${startOf(customer)} is due soon`;
    case 'slaBreach':
      return `${milestoneOf(facts)} for ${startOf(customer)} is overdue`;
    case 'replyUndelivered':
      return `A reply to ${startOf(customer)} may not have arrived`;
  }
}

/**
 * One mail with all notifications of a recipient, in the order of their events. Null if there are none. Text of
 * customers is shortened, and nothing in it becomes a link.
 */
export function notificationMail(notifications: readonly NotificationFacts[], links: NotificationLinks): Mail | null {
  const [first] = notifications;
  if (!first || first.address === null) return null;
  const workspace = defused(first.workspaceName);
  const { workspaceId, memberId, agentId } = first;
  const events = [...new Set(notifications.map(({ event }) => event))];
  const listed = notifications.slice(-MOST_LISTED);
  const more = notifications.length - listed.length;
  const unsubscribe = links.unsubscribe({ workspaceId, memberId, agentId, events });
  return {
    to: first.address,
    subject:
      notifications.length === 1
        ? `${headline(first)} (${workspace})`
        : `${notifications.length} notifications from ${workspace}`,
    text: [
      ...(more > 0 ? [`${more} earlier ones are not listed here.`] : []),
      ...listed.map((facts) => entry(facts, links)),
      '-- ',
      `${reasonOf(first)} To stop emails about ${events.map((event) => ABOUT[event]).join(', ')}:`,
      unsubscribe,
    ].join('\n\n'),
    unsubscribe,
  };
}

function entry(facts: NotificationFacts, links: NotificationLinks): string {
  const subject = defused(facts.subject ?? '');
  const content = defused(facts.content ?? '', LONGEST_QUOTE);
  return [
    `${headline(facts)}.`,
    ...(subject === '' ? [] : [`Subject: ${subject}`]),
    ...(content === '' ? [] : [`> ${content}`]),
    links.conversation(facts),
  ].join('\n');
}

function reasonOf({ memberId, workspaceName, agentName }: NotificationFacts): string {
  return memberId === null
    ? `You receive this email because the agent ${defused(agentName ?? '')} names this address.`
    : `You receive this email because of your notification preferences in ${defused(workspaceName)}.`;
}

const ABOUT: Readonly<Record<NotificationEvent, string>> = {
  newConversation: 'new conversations',
  assigned: 'assignments',
  customerReply: 'customers’ replies',
  slaWarning: 'upcoming deadlines',
  slaBreach: 'missed deadlines',
  replyUndelivered: 'replies that may not have arrived',
};

/** The kinds of mail, for the page that unsubscribes from them. */
export function aboutEvents(events: readonly NotificationEvent[]): string {
  return events.map((event) => ABOUT[event]).join(', ');
}

function milestoneOf({ milestone }: NotificationFacts): string {
  return capitalized((milestone ?? 'answer').replaceAll('_', ' '));
}

function startOf(customer: string): string {
  return customer === 'A customer' ? 'a customer' : customer;
}

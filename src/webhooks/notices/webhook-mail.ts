import { defused } from '../../common/mail/defused';
import type { Mail } from '../../common/mail/mail-outbox';
import type { Webhook } from '../webhook.entity';
import type { PauseReason } from '../webhook.types';

/** Why owners and admins are mailed. */
export type Notice = 'paused' | 'failing' | 'missed_events' | 'creator_left';

const PAUSES: Partial<Record<PauseReason, string>> = {
  gone: 'the server answered 410 Gone',
  failing_too_long: 'it has failed for too long',
  no_agents: 'the last agent that it was for was deleted',
  secret_unreadable: 'its secret cannot be read; rotate the secret before you resume it',
};

const HINT = 'Events are kept for the retention period of the workspace. They are sent, in order, once it works again.';

/** An email about a webhook. It names the host only: the rest of the address can contain a secret. */
export function webhookMail(
  { id, name, url, pauseReason, lastFailureClass, lastFailureStatus, missedFrom, missedTo }: Webhook,
  notice: Notice,
  { to, workspace }: { to: string; workspace: string },
): Mail {
  const { host } = new URL(url);
  const named = name === null ? host : `${defused(name)} (${host})`;
  const last = [lastFailureClass, lastFailureStatus].filter((part) => part !== null).join(' ');
  const texts: Record<Notice, { subject: string; lines: string[] }> = {
    paused: {
      subject: `Webhook paused: ${host}`,
      lines: [`was paused, because ${PAUSES[pauseReason ?? 'manual'] ?? 'it needs a decision'}.`, HINT],
    },
    failing: {
      subject: `Webhook failing: ${host}`,
      lines: [`has failed for an hour. Last failure: ${last || 'unknown'}.`, HINT],
    },
    missed_events: {
      subject: `Webhook has missed events: ${host}`,
      lines: [
        `was behind for so long that events were deleted before they were sent: those between ${missedFrom} and ${missedTo}.`,
        'Read the records anew.',
      ],
    },
    creator_left: {
      subject: `Webhook of a member who left: ${host}`,
      lines: [
        'was last changed by a member who is no owner or admin any more. It goes on sending events of the workspace to this host.',
        'Check that it is still wanted. An update by an owner or admin confirms it, and a removal ends it.',
      ],
    },
  };
  const { subject, lines } = texts[notice];
  const [first, ...more] = lines;
  return {
    to,
    subject,
    text: [
      `The webhook ${named} of the workspace "${defused(workspace)}" on Parley ${first}`,
      '',
      ...more,
      '',
      `Its id is ${id}.`,
    ].join('\n'),
  };
}

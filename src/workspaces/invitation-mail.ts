import { defused } from '../common/mail/defused';
import type { Mail } from '../common/mail/mail-outbox';
import type { Invitation } from './invitation.entity';

/** What the recipient reads. The token is good only for the account that has this address and has verified it. */
export function invitationMail(invitation: Invitation, workspaceName: string, token: string, baseUrl: string): Mail {
  const name = defused(workspaceName);
  return {
    to: invitation.email,
    subject: `You are invited to ${name}`,
    text: [
      `You are invited to the workspace "${name}" on Parley, with the role ${invitation.role}.`,
      '',
      `Sign in with the account of ${invitation.email} (register it and verify the address if there is none yet), then accept with this token:`,
      '',
      token,
      '',
      `  POST ${baseUrl}/invitations/accept`,
      `  {"token": "${token}"}`,
      '',
      `The invitation ends on ${invitation.expiresAt.toUTCString()}. If you expected none, there is nothing to do.`,
    ].join('\n'),
  };
}

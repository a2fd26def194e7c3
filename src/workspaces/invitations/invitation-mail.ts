import { defused } from '../../common/mail/defused';
import type { Mail } from '../../common/mail/mail-outbox';
import type { Invitation } from './invitation.entity';

/** The email of an invitation. The token works only for the account that has this address and has verified it. */
export function invitationMail(invitation: Invitation, workspaceName: string, token: string, baseUrl: string): Mail {
  const name = defused(workspaceName);
  return {
    to: invitation.email,
    subject: `You are invited to ${name}`,
    text: [
      `You have been invited to the workspace "${name}" on Parley, with the role ${invitation.role}.`,
      '',
      `Sign in as ${invitation.email} (if there is no such account yet, register it and verify the address), then accept with this token:`,
      '',
      token,
      '',
      `  POST ${baseUrl}/invitations/accept`,
      `  {"token": "${token}"}`,
      '',
      `The invitation expires on ${invitation.expiresAt.toUTCString()}. If you were not expecting it, ignore this email.`,
    ].join('\n'),
  };
}

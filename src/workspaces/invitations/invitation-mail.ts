import { defused } from '../../common/mail/defused';
import type { Mail } from '../../common/mail/mail-outbox';
import type { Settings } from '../../config/load-settings';
import type { Invitation } from './invitation.entity';

/** The email of an invitation. The token proves the address, so it must be sent in no other way. */
export function invitationMail(
  invitation: Invitation,
  workspaceName: string,
  token: string,
  { baseUrl, values: { PUBLIC_URL } }: Pick<Settings, 'baseUrl' | 'values'>,
): Mail {
  const name = defused(workspaceName);
  return {
    to: invitation.email,
    subject: `You are invited to ${name}`,
    text: [
      `You have been invited to the workspace "${name}" on Parley, with the role ${invitation.role}. Open this page to accept:`,
      '',
      `  ${PUBLIC_URL}/accept-invitation#token=${token}`,
      '',
      'Or send the token yourself:',
      '',
      token,
      '',
      `If ${invitation.email} has no account yet:`,
      '',
      `  POST ${baseUrl}/invitations/accept-as-new`,
      `  {"token": "${token}", "name": "...", "password": "..."}`,
      '',
      'If it has one, signed in:',
      '',
      `  POST ${baseUrl}/invitations/accept`,
      `  {"token": "${token}"}`,
      '',
      `The invitation expires on ${invitation.expiresAt.toUTCString()}. If you were not expecting it, ignore this email.`,
    ].join('\n'),
  };
}

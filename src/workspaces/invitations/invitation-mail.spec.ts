import { loadSettings } from '../../config/load-settings';
import { invitationMail } from './invitation-mail';
import type { Invitation } from './invitation.entity';

describe('invitationMail', () => {
  it('keeps the name of the workspace to its line', () => {
    const invitation = { email: 'grace@example.com', role: 'member', expiresAt: new Date(0) } as Invitation;
    const name = 'Acme\r\n\r\nYour account is locked.\u2028Call us.\u0007';
    const settings = loadSettings({ PUBLIC_URL: 'https://parley.example' });
    const { subject, text } = invitationMail(invitation, name, 'cm_x', settings);
    expect(subject).toBe('You are invited to Acme Your account is locked. Call us.');
    expect(text.split('\n')[0]).toBe(
      'You have been invited to the workspace "Acme Your account is locked. Call us." on Parley, with the role member. Open this page to accept:',
    );
    expect(text).toContain('\n  https://parley.example/accept-invitation#token=cm_x\n');
  });
});

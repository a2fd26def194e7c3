import { commandName } from './operation.names';

describe('the name of a command', () => {
  it.each([
    ['listContacts', '/workspaces/{workspaceId}/contacts', 'contacts list'],
    ['createWorkspace', '/workspaces', 'workspaces create'],
    ['getWorkspace', '/workspaces/{workspaceId}', 'workspaces get'],
    ['createWorkspaceKey', '/workspaces/{workspaceId}/keys', 'keys create'],
    ['restoreAgent', '/workspaces/{workspaceId}/agents/{agentId}/restore', 'agents restore'],
    ['getSourceText', '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/text', 'sources get-text'],
    ['acceptInvitation', '/invitations/accept', 'invitations accept'],
    ['leaveWorkspace', '/workspaces/{workspaceId}/members/me', 'workspaces leave'],
  ])('%s at %s is parley %s', (operationId, path, expected) => {
    expect(commandName({ operationId, path })).toBe(`parley ${expected}`);
  });

  it.each([
    ['what people call it', 'editAccountCredential', '/account-credentials/{credentialId}', 'credentials update'],
    ['one word for one thing', 'readContactProfile', '/workspaces/{workspaceId}/contacts/{contactId}', 'contacts get'],
    ['one word for one thing', 'deleteAgent', '/workspaces/{workspaceId}/agents/{agentId}', 'agents remove'],
    ['account commands in the singular', 'registerAccount', '/accounts', 'account register'],
    ['what the account has', 'getAccountPreferences', '/account/preferences', 'preferences get'],
    ['what the account is', 'changePassword', '/account/password', 'account change-password'],
    ['two words in one', 'requestPasswordReset', '/accounts/password-reset', 'account request-password-reset'],
    [
      'what is below',
      'listContactImportRefusals',
      '/workspaces/{workspaceId}/contacts/import/{importId}/refusals',
      'contacts list-import-refusals',
    ],
  ])('has %s: %s', (_what, operationId, path, expected) => {
    expect(commandName({ operationId, path })).toBe(`parley ${expected}`);
  });

  it('is the name in the declaration, or none', () => {
    const operation = { operationId: 'endCurrentSession', path: '/sessions/current' };
    expect(commandName({ ...operation, cli: 'sessions end' })).toBe('parley sessions end');
    expect(commandName({ ...operation, cli: false })).toBeNull();
  });
});

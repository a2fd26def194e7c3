import { Limit } from './setting';
import { WebhookSettings } from './webhook-settings';

/** Limits on the requests of callers. */
export class LimitSettings extends WebhookSettings {
  @Limit('Wrong passwords per user from one IP address, and password checks per session or credential, in 15 minutes')
  readonly LIMIT_PROOF_PER_USER: number = 5;

  @Limit('Sign-ins, credentials created with a password, and verifications per IP address in 15 minutes')
  readonly LIMIT_PROOF_PER_ADDRESS: number = 20;

  @Limit(
    'Wrong passwords per user from all IP addresses but the user’s own, and credentials issued per account, in an hour',
  )
  readonly LIMIT_PROOF_PER_USER_EVERYWHERE: number = 40;

  @Limit('List calls, and calls that read or update preferences, per user per minute')
  readonly LIMIT_LIST_PER_USER: number = 60;

  @Limit('Searches of agents’ sources per user per minute')
  readonly LIMIT_SEARCH_PER_CALLER: number = 300;

  @Limit('Searches of agents’ sources per workspace per minute')
  readonly LIMIT_SEARCH_PER_WORKSPACE: number = 1_200;

  @Limit('Searches of messages per user per minute')
  readonly LIMIT_INBOX_SEARCH_PER_USER: number = 60;

  @Limit('Conversations that a member begins or forwards per hour')
  readonly LIMIT_OUTBOUND_PER_MEMBER: number = 100;

  @Limit('Chat turns per customer (`user.externalId`) per minute')
  readonly LIMIT_TURN_PER_USER: number = 120;

  @Limit('Chat turns per workspace key, including its access tokens, per minute')
  readonly LIMIT_TURN_PER_CALLER: number = 600;

  @Limit('Chat turns per workspace per minute')
  readonly LIMIT_TURN_PER_WORKSPACE: number = 2_400;

  @Limit('Tests of its own model server per workspace per minute')
  readonly LIMIT_MODEL_TEST_PER_WORKSPACE: number = 10;

  @Limit('Requests for access tokens per workspace key per minute')
  readonly LIMIT_TOKEN_PER_KEY: number = 300;

  @Limit('Registrations, verification emails, and password resets per IP address per hour')
  readonly LIMIT_SIGN_UP_PER_ADDRESS: number = 20;

  @Limit('Verification and “you already have an account” emails per recipient per day')
  readonly LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: number = 10;

  @Limit('Password reset emails per recipient per hour')
  readonly LIMIT_RESET_MAIL_PER_RECIPIENT: number = 3;

  @Limit('Invitations per inviting account per day')
  readonly LIMIT_INVITATION_PER_INVITER: number = 50;

  @Limit('Invitations per workspace per day')
  readonly LIMIT_INVITATION_PER_WORKSPACE: number = 100;

  @Limit('Files uploaded for replies and notes per user, and for chat turns per workspace key, per hour')
  readonly LIMIT_UPLOADS_PER_USER: number = 120;

  @Limit('Typing notices of a member per conversation per minute, and ten times as many in all conversations')
  readonly LIMIT_TYPING_PER_CONVERSATION: number = 60;

  @Limit('Tests, redeliveries and resumptions per webhook per minute')
  readonly LIMIT_WEBHOOK_TEST_PER_WEBHOOK: number = 10;

  @Limit('Invitation emails per recipient per day, from all workspaces; one account may send half of them, rounded up')
  readonly LIMIT_INVITATION_PER_RECIPIENT: number = 5;

  @Limit('Requests for the list of capabilities, and separately for the documentation, per IP address per minute')
  readonly LIMIT_CAPABILITIES_PER_ADDRESS: number = 120;
}

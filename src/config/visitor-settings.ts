import { PushSettings } from './push-settings';
import { Limit, Whole } from './setting';

/** Limits on the visitors of websites. */
export class VisitorSettings extends PushSettings {
  @Limit('Uploads of files per visitor session per hour')
  readonly LIMIT_VISITOR_UPLOAD_PER_SESSION: number = 20;

  @Limit('Uploads of files of visitors per IP address per hour, for each agent')
  readonly LIMIT_VISITOR_UPLOAD_PER_ADDRESS: number = 60;

  @Limit('Downloads of files per visitor session per minute')
  readonly LIMIT_VISITOR_DOWNLOAD_PER_SESSION: number = 120;

  @Limit('Requests for an agent’s public settings per IP address per minute')
  readonly LIMIT_VISITOR_AGENT_PER_ADDRESS: number = 300;

  @Limit('New sessions of visitors with one agent per IP address per hour')
  readonly LIMIT_VISITOR_SESSION_PER_ADDRESS: number = 30;

  @Limit('New sessions of visitors per agent per hour')
  readonly LIMIT_VISITOR_SESSION_PER_AGENT: number = 1_000;

  @Limit('Lists of conversations per visitor’s session per minute')
  readonly LIMIT_VISITOR_READ_PER_SESSION: number = 60;

  @Limit('Identifications of the visitor per visitor’s session per minute')
  readonly LIMIT_VISITOR_IDENTITY_PER_SESSION: number = 10;

  @Limit('Messages of a visitor’s session per minute')
  readonly LIMIT_VISITOR_MESSAGE_PER_SESSION: number = 20;

  @Limit('Messages of a visitor’s session per day')
  readonly LIMIT_VISITOR_MESSAGE_PER_SESSION_DAY: number = 200;

  @Limit('Messages of visitors to one agent per IP address per minute')
  readonly LIMIT_VISITOR_MESSAGE_PER_ADDRESS: number = 60;

  @Limit(
    'Messages of visitors to one agent per IPv4 address, or /56 of IPv6, per day; each verified visitor has as many of their own',
  )
  readonly LIMIT_VISITOR_MESSAGE_PER_ADDRESS_DAY: number = 1_000;

  @Limit('Messages of all visitors to one agent per day')
  readonly LIMIT_VISITOR_TURNS_PER_AGENT: number = 10_000;

  @Limit('Lists of messages per visitor’s session per minute')
  readonly LIMIT_VISITOR_LIST_PER_SESSION: number = 60;

  @Limit('Open event streams per visitor’s session')
  readonly LIMIT_VISITOR_STREAMS_PER_SESSION: number = 3;

  @Limit('Open event streams of visitors per IP address')
  readonly LIMIT_VISITOR_STREAMS_PER_ADDRESS: number = 60;

  @Limit('Open event streams of visitors per process')
  readonly LIMIT_VISITOR_STREAMS_PER_PROCESS: number = 5_000;

  @Limit('Requests to mark messages as read per visitor’s session per minute')
  readonly LIMIT_VISITOR_MARK_READ_PER_SESSION: number = 60;

  @Limit('Typing notices per visitor’s session per second')
  readonly LIMIT_VISITOR_TYPING_PER_SESSION: number = 1;

  @Limit('Email addresses left per visitor’s session per hour')
  readonly LIMIT_VISITOR_CONTACT_PER_SESSION: number = 5;

  @Limit('Requests for erasure per visitor per day')
  readonly LIMIT_VISITOR_ERASURE_PER_VISITOR: number = 3;

  @Limit('Emails about unread chat messages per recipient per day, from all workspaces')
  readonly LIMIT_VISITOR_MAIL_PER_RECIPIENT: number = 5;

  @Whole(
    'How long an answer in the chat may stay unread before it is sent to the email address that the visitor ' +
      'left, in seconds',
    0,
    86_400,
  )
  readonly VISITOR_MAIL_AFTER_SECONDS: number = 120;
}

import { PushSettings } from './push-settings';
import { Limit, Whole } from './setting';

/** What visitors of websites may do how often. */
export class VisitorSettings extends PushSettings {
  @Limit('Requests for an agent’s public settings per IP address per minute')
  readonly LIMIT_VISITOR_AGENT_PER_ADDRESS: number = 300;

  @Limit('Sessions of visitors with one agent per IP address per hour')
  readonly LIMIT_VISITOR_SESSION_PER_ADDRESS: number = 30;

  @Limit('Sessions of visitors per agent per hour')
  readonly LIMIT_VISITOR_SESSION_PER_AGENT: number = 1_000;

  @Limit('Times per minute that a visitor’s session can list its conversations')
  readonly LIMIT_VISITOR_READ_PER_SESSION: number = 60;

  @Limit('Times per minute that a visitor’s session can say who the visitor is')
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

  @Limit('Times per minute that a visitor’s session can list messages')
  readonly LIMIT_VISITOR_LIST_PER_SESSION: number = 60;

  @Limit('Event streams of a visitor’s session that are open at once')
  readonly LIMIT_VISITOR_STREAMS_PER_SESSION: number = 3;

  @Limit('Event streams of visitors that are open at once per IP address')
  readonly LIMIT_VISITOR_STREAMS_PER_ADDRESS: number = 60;

  @Limit('Event streams of visitors that one process has open at once')
  readonly LIMIT_VISITOR_STREAMS_PER_PROCESS: number = 5_000;

  @Limit('Times per minute that a visitor’s session can mark messages as read')
  readonly LIMIT_VISITOR_MARK_READ_PER_SESSION: number = 60;

  @Limit('Times per second that a visitor’s session can tell that the visitor is typing')
  readonly LIMIT_VISITOR_TYPING_PER_SESSION: number = 1;

  @Limit('Times per hour that a visitor’s session can leave an email address')
  readonly LIMIT_VISITOR_CONTACT_PER_SESSION: number = 5;

  @Limit('Erasures that a visitor can ask for per day')
  readonly LIMIT_VISITOR_ERASURE_PER_VISITOR: number = 3;

  @Limit('Emails per recipient per day with what visitors have not seen in a chat, from all workspaces')
  readonly LIMIT_VISITOR_MAIL_PER_RECIPIENT: number = 5;

  @Whole(
    'Seconds that a visitor who left an email address has to see an answer in the chat before it is sent there',
    0,
    86_400,
  )
  readonly VISITOR_MAIL_AFTER_SECONDS: number = 120;
}

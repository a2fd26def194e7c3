import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DomainError } from '../common/errors/domain-error';
import { type Limit, RateLimiter } from '../common/rate-limit/rate-limiter';
import type { LimitName } from '../common/rate-limit/refusals';
import { limitedAddress, siteAddress } from '../common/request/client-address';
import type { VisitorIdentity, VisitorPrincipal } from '../common/request/principal';
import { currentRequest } from '../common/request/request-context';
import { Settings } from '../config/load-settings';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

type VisitorLimit = Extract<LimitName, `LIMIT_VISITOR_${string}`>;
type Session = Pick<VisitorPrincipal, 'sessionId' | 'agentId'>;

/** What visitors may do how often: one session, one address, all together with one agent. Every method throws RateLimited 429. */
@Injectable()
export class VisitorLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  agentShown(): Promise<void> {
    const name = 'LIMIT_VISITOR_AGENT_PER_ADDRESS';
    const max = this.settings.values[name];
    return this.limiter.consume({ name, key: `visitor:agent:${address()}`, max, windowSeconds: MINUTE });
  }

  sessionCreated(agentId: string): Promise<void> {
    const { LIMIT_VISITOR_SESSION_PER_ADDRESS, LIMIT_VISITOR_SESSION_PER_AGENT } = this.settings.values;
    const key = `visitor:session:${agentId}`;
    return this.limiter.consumeAll([
      {
        name: 'LIMIT_VISITOR_SESSION_PER_ADDRESS',
        key: `${key}:${address()}`,
        max: LIMIT_VISITOR_SESSION_PER_ADDRESS,
        windowSeconds: HOUR,
      },
      { name: 'LIMIT_VISITOR_SESSION_PER_AGENT', key, max: LIMIT_VISITOR_SESSION_PER_AGENT, windowSeconds: HOUR },
    ]);
  }

  sessionRead(session: Session): Promise<void> {
    return this.ofSession('read', session, 'LIMIT_VISITOR_READ_PER_SESSION', MINUTE);
  }

  identified(session: Session): Promise<void> {
    return this.ofSession('identity', session, 'LIMIT_VISITOR_IDENTITY_PER_SESSION', MINUTE);
  }

  messagesListed(session: Session): Promise<void> {
    return this.ofSession('list', session, 'LIMIT_VISITOR_LIST_PER_SESSION', MINUTE);
  }

  uploaded({ sessionId, agentId }: Session): Promise<void> {
    const { LIMIT_VISITOR_UPLOAD_PER_SESSION, LIMIT_VISITOR_UPLOAD_PER_ADDRESS } = this.settings.values;
    return this.limiter.consumeAll([
      {
        name: 'LIMIT_VISITOR_UPLOAD_PER_SESSION',
        key: `visitor:upload:${sessionId}`,
        max: LIMIT_VISITOR_UPLOAD_PER_SESSION,
        windowSeconds: HOUR,
      },
      {
        name: 'LIMIT_VISITOR_UPLOAD_PER_ADDRESS',
        key: `visitor:upload:${agentId}:${address()}`,
        max: LIMIT_VISITOR_UPLOAD_PER_ADDRESS,
        windowSeconds: HOUR,
      },
    ]);
  }

  downloaded(session: Session): Promise<void> {
    return this.ofSession('download', session, 'LIMIT_VISITOR_DOWNLOAD_PER_SESSION', MINUTE);
  }

  markedRead(session: Session): Promise<void> {
    return this.ofSession('mark-read', session, 'LIMIT_VISITOR_MARK_READ_PER_SESSION', MINUTE);
  }

  typed(session: Session): Promise<void> {
    return this.ofSession('typing', session, 'LIMIT_VISITOR_TYPING_PER_SESSION', 1);
  }

  contactLeft(session: Session): Promise<void> {
    return this.ofSession('contact', session, 'LIMIT_VISITOR_CONTACT_PER_SESSION', HOUR);
  }

  /** Of a verified person, in all their sessions: each erasure ends the one that it came from. */
  erased({ sessionId, agentId, identity }: Session & Pick<VisitorPrincipal, 'identity'>): Promise<void> {
    const who = identity ? hidden(identity) : sessionId;
    const key = `visitor:erasure:${agentId}:${who}`;
    const name = 'LIMIT_VISITOR_ERASURE_PER_VISITOR';
    const max = this.settings.values[name];
    return this.limiter.consume({ name, key, max, windowSeconds: DAY });
  }

  /**
   * Narrowest first, to be counted once it is known that a message is no repetition. One network has a small share of what all
   * visitors together may say in a day. A verified visitor has a share of their own: an office behind one address is no flood.
   */
  ofMessage({ sessionId, agentId, identity }: Session & Pick<VisitorPrincipal, 'identity'>): Limit[] {
    const { values } = this.settings;
    const session = `visitor:message:${sessionId}`;
    const agent = `visitor:message:${agentId}`;
    return [
      {
        name: 'LIMIT_VISITOR_MESSAGE_PER_SESSION',
        key: session,
        max: values.LIMIT_VISITOR_MESSAGE_PER_SESSION,
        windowSeconds: MINUTE,
      },
      {
        name: 'LIMIT_VISITOR_MESSAGE_PER_SESSION_DAY',
        key: `${session}:day`,
        max: values.LIMIT_VISITOR_MESSAGE_PER_SESSION_DAY,
        windowSeconds: DAY,
      },
      {
        name: 'LIMIT_VISITOR_MESSAGE_PER_ADDRESS',
        key: `${agent}:${address()}`,
        max: values.LIMIT_VISITOR_MESSAGE_PER_ADDRESS,
        windowSeconds: MINUTE,
      },
      {
        name: 'LIMIT_VISITOR_MESSAGE_PER_ADDRESS_DAY',
        key: `${agent}:day:${identity ? hidden(identity) : siteAddress(currentRequest().address)}`,
        max: values.LIMIT_VISITOR_MESSAGE_PER_ADDRESS_DAY,
        windowSeconds: DAY,
        refusal: (seconds) => new VisitorShareUsed(identity ? 'you' : 'your network', seconds),
      },
      {
        name: 'LIMIT_VISITOR_TURNS_PER_AGENT',
        key: `${agent}:day`,
        max: values.LIMIT_VISITOR_TURNS_PER_AGENT,
        windowSeconds: DAY,
      },
    ];
  }

  private ofSession(what: string, { sessionId }: Session, name: VisitorLimit, windowSeconds: number): Promise<void> {
    const max = this.settings.values[name];
    return this.limiter.consume({ name, key: `visitor:${what}:${sessionId}`, max, windowSeconds });
  }
}

/** 429: others are still answered. */
class VisitorShareUsed extends DomainError {
  constructor(whose: 'you' | 'your network', retryAfterSeconds: number) {
    super('rate_limited', `Too many messages from ${whose} today. Try again in ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    });
  }
}

function hidden({ externalId }: VisitorIdentity): string {
  return createHash('sha256').update(externalId).digest('base64url');
}

function address(): string {
  return limitedAddress(currentRequest().address);
}

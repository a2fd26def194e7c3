import { type Api, ApiProblem } from './api';
import type { Tokens } from './tokens';
import type { Conversation, Session } from './types';

export interface Ticket {
  value: string;
  /** Milliseconds for which it is good, from when the document came. */
  goodFor: number;
}

export interface SessionPlace {
  agentId: string;
  locale: string;
  ticket: Ticket;
  /** A new one, from the document that this page came from. */
  renewTicket: () => Promise<Ticket>;
  now: () => number;
}

/** Of the visitor with the agent. There is none before the first message, or before somebody who is known opens the panel. */
export class Sessions {
  /** Signed by the customer's server; waits for a session to be made. */
  private userJwt: string | null = null;
  private making: Promise<string> | null = null;
  private since: number;

  constructor(
    private readonly api: Api,
    private readonly tokens: Tokens,
    private readonly place: SessionPlace,
  ) {
    this.since = place.now();
  }

  get token(): string | null {
    return this.tokens.get();
  }

  get isKnown(): boolean {
    return this.userJwt !== null;
  }

  /** The session that there is, or a new one; callers at once get the same. */
  async required(): Promise<string> {
    const token = this.tokens.get();
    if (token) return token;
    this.making ??= this.create().finally(() => (this.making = null));
    return this.making;
  }

  /** What is kept of a session that has ended is forgotten. null: there is none. */
  async look(): Promise<Conversation[] | null> {
    const token = this.tokens.get();
    if (!token) return null;
    try {
      const { conversations } = await this.api.call<{ conversations: Conversation[] }>('GET', '/visitor/session', {
        token,
      });
      return conversations;
    } catch (error) {
      if (!(error instanceof ApiProblem) || (error.status !== 401 && error.status !== 404)) throw error;
      this.forget(token);
      return null;
    }
  }

  /** @returns whether there is a session that now belongs to this person */
  async identify(userJwt: string): Promise<boolean> {
    const token = this.tokens.get();
    this.userJwt = userJwt;
    if (!token) return false;
    const body = { userJwt };
    const made = await this.api.call<Made>('POST', '/visitor/session/identity', { token, body });
    this.tokens.set(made.token, made.session.verified);
    return true;
  }

  async end(): Promise<void> {
    const token = this.tokens.get();
    this.userJwt = null;
    this.tokens.forget();
    if (token) await this.api.call('DELETE', '/visitor/session', { token }).catch(() => {});
  }

  /** `token`: only if there is no newer one, as there is once somebody has been identified meanwhile. */
  forget(token: string | null = this.token): void {
    if (token === this.token) this.tokens.forget();
  }

  private async create(): Promise<string> {
    const { place } = this;
    if (place.now() - this.since > place.ticket.goodFor) {
      place.ticket = await place.renewTicket();
      this.since = place.now();
    }
    const body = { ticket: place.ticket.value, locale: place.locale, ...(this.userJwt && { userJwt: this.userJwt }) };
    const made = await this.api.call<Made>('POST', `/visitor/agents/${place.agentId}/sessions`, { body });
    this.tokens.set(made.token, made.session.verified);
    return made.token;
  }
}

interface Made {
  session: Session;
  token: string;
}

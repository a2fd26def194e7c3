import { type Api, ApiProblem } from './api';
import type { Tokens } from './tokens';
import type { Conversation, Session } from './types';

export interface Ticket {
  value: string;
  /** How long it is valid, in milliseconds from the arrival of the document. */
  goodFor: number;
}

export interface SessionPlace {
  agentId: string;
  locale: string;
  ticket: Ticket;
  /** Fetches a new one from the document of this page. */
  renewTicket: () => Promise<Ticket>;
  now: () => number;
}

/**
 * The visitor's session with the agent. Created by the first message, or when a visitor with an identity opens the
 * panel.
 */
export class Sessions {
  /** A JWT signed by the customer's server, which waits for a session to be created. */
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

  /** Returns the session, or creates one. Concurrent callers get the same one. */
  async required(): Promise<string> {
    const token = this.tokens.get();
    if (token) return token;
    this.making ??= this.create().finally(() => (this.making = null));
    return this.making;
  }

  /** Forgets the stored token of a session that has ended. null: there is none. */
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

  /** `token`: only forgets this one. There can be a newer one if the visitor was identified in the meantime. */
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

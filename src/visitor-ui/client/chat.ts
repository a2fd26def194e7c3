import { type Api, ApiProblem } from './api';
import { Conversation } from './conversation';
import type { Browser } from './live';
import { shownProblem, turnProblem } from './problems';
import type { Sessions } from './sessions';
import { EMPTY, type Outgoing } from './state';
import type { Citation, LiveEvent, Turn } from './types';

export interface ChatPlace {
  locale: string;
  /** Of the page that the visitor is on. */
  pageUrl: () => string | null;
  newId: () => string;
  now: () => number;
}

/** What a visitor and an agent, and the people behind it, say to each other. */
export class Chat extends Conversation {
  private toldTyping = 0;

  constructor(
    api: Api,
    sessions: Sessions,
    private readonly place: ChatPlace,
    browser: Browser,
  ) {
    super(api, sessions, browser);
  }

  /** The waiting time of a limit is over. */
  waited(): void {
    this.change({ problem: null });
  }

  setOnline(online: boolean): void {
    if (online === this.state.online) return;
    this.change({ online });
    if (!online) return;
    void this.catchUp();
    this.sendUnsent();
  }

  /** `voiceConsent`: what the visitor accepted before they said it aloud. */
  send(text: string, voiceConsent?: string): Promise<void> {
    const item: Outgoing = { requestId: this.place.newId(), text, state: 'sending', voiceConsent };
    this.change({ outgoing: [...this.state.outgoing, item], problem: null, noAnswer: false, erased: false });
    return this.deliver(item);
  }

  retry(requestId: string): Promise<void> {
    const item = this.state.outgoing.find((one) => one.requestId === requestId);
    return item ? this.deliver(item) : Promise.resolve();
  }

  /** The next message begins another conversation. */
  startAnew(): void {
    const { online } = this.state;
    this.change({ ...EMPTY, online });
    this.follow();
  }

  /** Whoever is known sees what they wrote elsewhere. A session is made once they open the panel. */
  async identify(userJwt: string): Promise<void> {
    const moved = await this.sessions.identify(userJwt);
    if (!moved && !this.seen) return;
    if (!moved) await this.sessions.required();
    await this.again();
    this.sendUnsent();
  }

  async logout(): Promise<void> {
    this.startAnew();
    await this.sessions.end();
  }

  async erase(): Promise<void> {
    await this.api.call('DELETE', '/visitor/data', { token: this.sessions.token, body: { confirm: true } });
    this.sessions.forget();
    this.startAnew();
    this.change({ erased: true });
  }

  async leaveContact(contact: { email: string; name?: string }): Promise<void> {
    const body = { ...contact, consent: true };
    await this.api.call('POST', this.path('contact'), { token: this.sessions.token, body });
    this.change({ contactEmail: contact.email });
  }

  /** People who answer see that somebody writes; an agent does not care. */
  typing(typing: boolean): void {
    const now = this.place.now();
    if (!this.state.conversationId || !this.state.person || (typing && now - this.toldTyping < 3_000)) return;
    if (!typing && this.toldTyping === 0) return;
    this.toldTyping = typing ? now : 0;
    void this.api.call('POST', this.path('typing'), { token: this.sessions.token, body: { typing } }).catch(() => {});
  }

  private sendUnsent(): void {
    for (const item of this.state.outgoing) if (item.state === 'unsent') void this.deliver(item);
  }

  private async deliver(item: Outgoing, again = false): Promise<void> {
    this.setOutgoing(item.requestId, 'sending');
    let token: string | undefined;
    try {
      token = await this.sessions.required();
      const { conversationId } = this.state;
      const { pageUrl, locale } = this.place;
      const body = {
        message: item.text,
        requestId: item.requestId,
        locale,
        ...(conversationId && { conversationId }),
        ...(pageUrl() && { pageUrl: pageUrl() }),
        ...(item.voiceConsent && { voiceConsent: item.voiceConsent }),
      };
      if (!this.state.person) this.change({ thinking: true });
      let turn: Turn | null = null;
      const answered = await this.api.stream('POST', '/visitor/messages', { token, body }, ({ event, data }) => {
        if (event === 'turn.completed') turn = data as unknown as Turn;
        else this.onTurnEvent(event, data);
      });
      turn ??= answered as Turn | null;
      if (!turn) throw new ApiProblem(0, 'broken_off');
      await this.complete(item, turn);
    } catch (error) {
      this.change({ answer: null, thinking: false });
      if (error instanceof ApiProblem) return this.failed(item, error, again, token);
      this.setOutgoing(item.requestId, 'unsent');
    }
  }

  private onTurnEvent(event: string, data: LiveEvent['data']): void {
    const { answer } = this.state;
    const { conversationId, text } = data;
    if (typeof conversationId === 'string' && !this.state.conversationId) this.change({ conversationId });
    if (event === 'message.delta') {
      this.change({
        answer: { text: (answer?.text ?? '') + String(text), citations: answer?.citations ?? [] },
        thinking: false,
      });
    } else if (event === 'citation') {
      const citation = (data['citation'] ?? data) as Citation;
      this.change({ answer: { text: answer?.text ?? '', citations: [...(answer?.citations ?? []), citation] } });
    } else if (event === 'turn.failed') {
      throw turnProblem(data);
    }
  }

  /** The conversation as the service has it takes the place of what was shown meanwhile. */
  private async complete(item: Outgoing, turn: Turn): Promise<void> {
    const messages = await this.history.after(turn.conversationId, this.lastSeq());
    const { outgoing } = this.state;
    this.change({
      conversationId: turn.conversationId,
      outgoing: outgoing.filter(({ requestId }) => requestId !== item.requestId),
      answer: null,
      thinking: false,
      problem: null,
      noAnswer: turn.outcome === 'no_answer',
    });
    this.take(messages);
    if (turn.outcome === 'handed_off') this.change({ person: true });
    this.follow();
  }

  private async failed(item: Outgoing, problem: ApiProblem, again: boolean, token?: string): Promise<void> {
    const { status, code } = problem;
    // A session that has ended, or a conversation that is gone, costs nobody what they have written.
    if (!again && (status === 401 || (status === 404 && this.state.conversationId))) {
      if (status === 401 && token) this.sessions.forget(token);
      this.change({ conversationId: null, messages: [], person: false });
      return this.deliver(item, true);
    }
    // Broken off in the middle: the same requestId answers with the same turn.
    if (!again && code === 'broken_off') return this.deliver(item, true);
    this.setOutgoing(item.requestId, 'unsent');
    this.change({ problem: shownProblem(problem, this.place.now(), this.state.online) });
  }

  private setOutgoing(requestId: string, state: Outgoing['state']): void {
    const outgoing = this.state.outgoing.map((item) => (item.requestId === requestId ? { ...item, state } : item));
    this.change({ outgoing });
  }
}

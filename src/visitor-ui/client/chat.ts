import { type Api, ApiProblem } from './api';
import { backoffMs } from './backoff';
import { Conversation } from './conversation';
import type { Browser } from './live';
import { isAway, shownProblem, turnProblem } from './problems';
import type { Sessions } from './sessions';
import { EMPTY, offered, type Outgoing } from './state';
import type { Attachment, Citation, LiveEvent, Turn } from './types';

export interface ChatPlace {
  locale: string;
  /** The page that the visitor is on. */
  pageUrl: () => string | null;
  newId: () => string;
  now: () => number;
}

/**
 * In milliseconds: how often the service is informed that the visitor still types, and the smallest gap between two
 * signals.
 */
const TYPING = { again: 3_000, gap: 2_000 };

/** The conversation between a visitor, an agent, and the people behind it. */
export class Chat extends Conversation {
  private sentTyping = { typing: false, at: 0 };
  private typingLater: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private sendingLater: ReturnType<typeof setTimeout> | undefined;
  private sendingUnsent: Promise<void> | null = null;

  constructor(
    api: Api,
    sessions: Sessions,
    private readonly place: ChatPlace,
    browser: Browser,
  ) {
    super(api, sessions, browser);
  }

  /** Called when the waiting time of a limit is over. */
  waited(): void {
    this.change({ problem: null });
  }

  setOnline(online: boolean): void {
    if (online === this.state.online) return;
    this.change({ online });
    if (!online) return;
    void this.catchUp();
    void this.sendUnsent();
  }

  /** `files`: uploaded for this message. `voiceConsent`: the consent text that the visitor accepted before they spoke. */
  send(
    text: string,
    { files = [], voiceConsent }: { files?: Attachment[]; voiceConsent?: string } = {},
  ): Promise<void> {
    // Earlier messages are sent first.
    const state = this.state.outgoing.some((one) => one.state === 'queued') ? 'queued' : 'sending';
    const item: Outgoing = { requestId: this.place.newId(), text, files, state, voiceConsent };
    this.change({ outgoing: [...this.state.outgoing, item], problem: null, erased: false });
    return state === 'queued' ? this.sendUnsent(['queued']) : this.deliver(item);
  }

  /** Sends what is offered in place of an answer. Does nothing once it is no longer offered, as after a second press. */
  async accept(text: string): Promise<void> {
    if (offered(this.state)) await this.send(text);
  }

  retry(requestId: string): Promise<void> {
    const item = this.state.outgoing.find((one) => one.requestId === requestId);
    return item ? this.deliver(item) : Promise.resolve();
  }

  /** The next message starts another conversation. */
  startAnew(): void {
    const { online } = this.state;
    this.change({ ...EMPTY, online });
    this.follow();
  }

  /**
   * A visitor with an identity sees their messages from other places. The session is created once they open the panel.
   */
  async identify(userJwt: string): Promise<void> {
    const moved = await this.sessions.identify(userJwt);
    if (!moved && !this.seen) return;
    if (!moved) await this.sessions.required();
    await this.again();
    void this.sendUnsent();
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

  /** A file for the next message. @throws ApiProblem */
  async upload(file: File, signal: AbortSignal): Promise<Attachment> {
    const token = await this.sessions.required();
    const path = `/visitor/files?fileName=${encodeURIComponent(file.name)}`;
    return this.api.call<Attachment>('POST', path, { token, file, signal });
  }

  /** The bytes of a file of a message. `preview`: with the type of an image. @throws ApiProblem */
  download(messageId: string, { id }: Attachment, preview: boolean): Promise<Blob> {
    const path = this.path(`messages/${messageId}/attachments/${id}${preview ? '?preview=true' : ''}`);
    return this.api.download(path, { token: this.sessions.token });
  }

  async leaveContact(contact: { email: string; name?: string }): Promise<void> {
    const body = { ...contact, consent: true };
    await this.api.call('POST', this.path('contact'), { token: this.sessions.token, body });
    this.change({ contactEmail: contact.email });
  }

  /** Shows typing to people who answer. Agents do not use it. */
  typing(typing: boolean): void {
    clearTimeout(this.typingLater);
    if (!this.state.conversationId || !this.state.person) return;
    const sent = this.sentTyping;
    const since = this.place.now() - sent.at;
    if (typing === sent.typing && (!typing || since < TYPING.again)) return;
    if (since < TYPING.gap) {
      this.typingLater = setTimeout(() => this.typing(typing), TYPING.gap - since);
      return;
    }
    this.sentTyping = { typing, at: this.place.now() };
    void this.api.call('POST', this.path('typing'), { token: this.sessions.token, body: { typing } }).catch(() => {});
  }

  /** Sends one after the other, so that messages arrive in order. */
  private sendUnsent(states: Outgoing['state'][] = ['unsent', 'queued']): Promise<void> {
    clearTimeout(this.sendingLater);
    this.sendingUnsent ??= this.sendEach(states).finally(() => (this.sendingUnsent = null));
    return this.sendingUnsent;
  }

  private async sendEach(states: Outgoing['state'][]): Promise<void> {
    for (;;) {
      const item = this.state.outgoing.find(({ state }) => states.includes(state));
      if (!item) return;
      await this.deliver(item);
      if (this.state.outgoing.some(({ requestId }) => requestId === item.requestId)) return;
    }
  }

  private async deliver(item: Outgoing, again = false): Promise<void> {
    this.setOutgoing(item.requestId, 'sending');
    let token: string | undefined;
    try {
      token = await this.sessions.required();
      const { conversationId } = this.state;
      const { pageUrl, locale } = this.place;
      const body = {
        ...(item.text && { message: item.text }),
        ...(item.files.length > 0 && { attachmentIds: item.files.map(({ id }) => id) }),
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

  /** The service's version of the conversation replaces the messages shown so far. */
  private async complete(item: Outgoing, turn: Turn): Promise<void> {
    const messages = await this.history.after(turn.conversationId, this.lastSeq());
    const { outgoing } = this.state;
    this.attempts = 0;
    this.change({
      conversationId: turn.conversationId,
      outgoing: outgoing.filter(({ requestId }) => requestId !== item.requestId),
      answer: null,
      thinking: false,
      problem: null,
    });
    this.take(messages);
    if (turn.outcome === 'handed_off') this.change({ person: true });
    this.follow();
    void this.sendUnsent(['queued']);
  }

  private async failed(item: Outgoing, problem: ApiProblem, again: boolean, token?: string): Promise<void> {
    const { status, code } = problem;
    // If the session has ended or the conversation is gone, unsent messages are kept.
    if (!again && (status === 401 || (status === 404 && this.state.conversationId))) {
      if (status === 401 && token) this.sessions.forget(token);
      this.change({ conversationId: null, messages: [], person: false });
      return this.deliver(item, true);
    }
    // The stream broke off: the same requestId returns the same turn.
    if (!again && code === 'broken_off') return this.deliver(item, true);
    this.setOutgoing(item.requestId, isAway(problem) ? 'queued' : 'unsent');
    this.change({ problem: shownProblem(problem, this.place.now(), this.state.online) });
    if (isAway(problem)) this.sendLater(problem.retryAfter);
  }

  /** With the same requestId, a message that did arrive is not sent twice. */
  private sendLater(retryAfter: number | null): void {
    clearTimeout(this.sendingLater);
    const wait = Math.max(backoffMs(this.attempts++), (retryAfter ?? 0) * 1_000);
    this.sendingLater = setTimeout(() => void this.sendUnsent(['queued']), wait);
  }

  private setOutgoing(requestId: string, state: Outgoing['state']): void {
    const outgoing = this.state.outgoing.map((item) => (item.requestId === requestId ? { ...item, state } : item));
    this.change({ outgoing });
  }
}

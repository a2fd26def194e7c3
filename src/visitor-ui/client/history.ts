import type { Api } from './api';
import type { Message } from './types';

const PAGE = 100;

interface Page {
  messages: Message[];
  nextCursor: number | string | null;
}

/** The messages of a conversation, page by page. */
export class History {
  constructor(
    private readonly api: Api,
    private readonly token: () => string | null,
  ) {}

  /** All messages after this `seq`. */
  async after(conversationId: string, seq: number): Promise<Message[]> {
    const all: Message[] = [];
    let cursor: number | string | null = seq;
    while (cursor !== null) {
      const path = `/visitor/conversations/${conversationId}/messages?after=${cursor}&limit=${PAGE}`;
      const page: Page = await this.api.call<Page>('GET', path, { token: this.token() });
      all.push(...page.messages);
      cursor = page.nextCursor;
    }
    return all;
  }
}

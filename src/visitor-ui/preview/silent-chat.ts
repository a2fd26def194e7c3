import { browser } from '../app/browser';
import { Api, ApiProblem } from '../client/api';
import { Chat } from '../client/chat';
import { Sessions } from '../client/sessions';
import { Tokens } from '../client/tokens';

const NOTHING = { value: '', goodFor: 0 };

/** A chat that sends nothing and keeps nothing. */
class SilentChat extends Chat {
  override send(): Promise<void> {
    return Promise.resolve();
  }

  override upload(): Promise<never> {
    return Promise.reject(new ApiProblem(0, 'preview'));
  }
}

export function silentChat(locale: string): Chat {
  const api = new Api('');
  const tokens = new Tokens(
    '',
    () => null as never,
    () => undefined,
  );
  const sessions = new Sessions(api, tokens, {
    agentId: '',
    locale,
    ticket: NOTHING,
    renewTicket: () => Promise.resolve(NOTHING),
    now: Date.now,
  });
  return new SilentChat(api, sessions, { locale, pageUrl: () => null, newId: () => '', now: Date.now }, browser);
}

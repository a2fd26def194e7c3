import { render } from 'preact';
import { Api } from '../client/api';
import { Chat } from '../client/chat';
import { Sessions } from '../client/sessions';
import type { Problem } from '../client/state';
import { Tokens } from '../client/tokens';
import type { ToApplication } from '../protocol';
import { forgetRecovery } from '../recovery/forget-recovery';
import { readBootstrap, ticketIn } from './bootstrap';
import { App, Signal } from './context';
import { Host, hostOrigin } from './host';
import { Panel } from './panel';
import { forgetAccepted } from './recognition';
import { browser } from './browser';
import { watchPage } from './watch-page';
import { Speech } from './words';

const boot = readBootstrap();
forgetRecovery();
const speech = new Speech(boot.words, boot.locale);
const api = new Api(boot.api);
const around = boot.surface === 'widget' ? hostOrigin() : null;
const host = around === null ? null : new Host(around, heard);
const tokens = new Tokens(
  `parley:${boot.agentId}`,
  () => localStorage,
  (token) => host?.post({ kind: 'keep', token }),
);
let pageUrl: string | null = boot.surface === 'page' ? location.origin + location.pathname : null;

const sessions = new Sessions(api, tokens, {
  agentId: boot.agentId,
  locale: boot.locale,
  ticket: { value: boot.ticket, goodFor: (boot.ticketSeconds - 60) * 1_000 },
  renewTicket: async () => {
    const { ticket, ticketSeconds } = ticketIn(await (await fetch(location.pathname + location.search)).text());
    return { value: ticket, goodFor: (ticketSeconds - 60) * 1_000 };
  },
  now: Date.now,
});
const place = { locale: boot.locale, pageUrl: () => pageUrl, newId: () => crypto.randomUUID(), now: Date.now };
const chat = new Chat(api, sessions, place, browser);
const opened = new Signal(0);
const page = watchPage(chat, boot.surface === 'page');

function heard(message: ToApplication): void {
  if (message.kind === 'shown' || message.kind === 'page') pageUrl = message.pageUrl;
  if (message.kind === 'shown') {
    page.show(true);
    opened.set(opened.value + 1);
    void chat.restore();
  } else if (message.kind === 'hidden') page.show(false);
  else if (message.kind === 'identify')
    void chat.identify(message.userJwt).catch(() => host?.post({ kind: 'error', code: 'identity_refused' }));
  else if (message.kind === 'logout') {
    forgetAccepted();
    void chat.logout();
  } else if (message.kind === 'theme') document.documentElement.dataset['theme'] = message.theme;
  else if (message.kind === 'kept') {
    tokens.restore(message.token);
    void chat.again();
  }
}

/**
 * Reports unread messages to the loader, and whether there is a conversation to return to. The loader never gets the
 * text of messages.
 */
function reportToHost(): void {
  let before = chat.state;
  chat.subscribe(() => {
    const { unread, conversationId, arrived, outgoing, problem } = chat.state;
    if (unread !== before.unread) host?.post({ kind: 'unread', count: unread, label: speech.count('unread', unread) });
    if (conversationId !== before.conversationId) host?.post({ kind: 'going', going: conversationId !== null });
    if (arrived.length > before.arrived.length) {
      for (const { from } of arrived.slice(before.arrived.length)) host?.post({ kind: 'message', from });
    }
    if (outgoing.length > before.outgoing.length) host?.post({ kind: 'message', from: 'visitor' });
    if (problem && problem !== before.problem) host?.post({ kind: 'error', code: hostCode(problem) });
    before = chat.state;
  });
}

/** Error code for the page: after `identity_refused`, it should send another JWT. */
function hostCode(problem: Problem): string {
  if (problem.kind !== 'failed') return problem.kind;
  return problem.code === 'user_jwt_invalid' ? 'identity_refused' : 'failed';
}

const close = host ? (): void => host.post({ kind: 'close' }) : null;
const root = document.getElementById('app')!;
root.replaceChildren();
render(
  <App.Provider value={{ boot, chat, speech, close, opened }}>
    <Panel />
  </App.Provider>,
  root,
);
reportToHost();
host?.greet();
if (boot.surface === 'page' && matchMedia('(pointer:fine)').matches) opened.set(1);
void chat.restore();

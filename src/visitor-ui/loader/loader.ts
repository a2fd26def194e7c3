import type { LauncherLook, Theme } from '../protocol';
import { Widget } from './widget';

type Listener = (detail?: unknown) => void;
interface Parley {
  (...command: unknown[]): void;
  /** Calls from before this script was there. */
  q?: ArrayLike<unknown>[];
  /** Set by the script that runs: another copy of it then does nothing. */
  on?: true;
}

const page = window as unknown as { Parley?: Parley };

/** `widget.js`. One global, `Parley`; again loaded, as by pages that change without loading, it does nothing. */
function boot(): void {
  if (page.Parley?.on) return;
  const script = (document.currentScript ?? document.querySelector('script[data-agent]')) as HTMLScriptElement | null;
  const { agent, locale, theme, position, hidden } = script?.dataset ?? {};
  if (!script || !agent) return console.info('Parley: the script tag has no data-agent, so there is no chat.');

  const early = [...(page.Parley?.q ?? [])];
  const ended = early.findLastIndex((call) => call[0] === 'destroy');
  if (ended >= 0) {
    early.splice(0, ended + 1);
    // A framework has taken this script out again, and perhaps brought another copy of it: what follows is for that one.
    if (!script.isConnected) return void (page.Parley!.q = early);
  }

  const { origin } = new URL(script.src);
  const listeners: [string, Listener][] = [];
  const tell = (event: string, detail?: unknown): void => {
    for (const [name, listener] of listeners) if (name === event) heard(listener, detail);
  };
  const widget = new Widget(
    {
      origin,
      agentId: agent,
      locale: locale ?? null,
      theme: theme ?? null,
      position: position ?? null,
      hidden: hidden !== undefined && hidden !== 'false',
    },
    tell,
  );
  /** What was asked for before the button could be drawn. */
  let waiting: (() => void)[] | null = [];

  const commands: Record<string, (first?: unknown, second?: unknown) => void> = {
    open: () => widget.show(true),
    close: () => widget.show(false),
    toggle: () => widget.toggle(),
    identify: (who) => {
      const { userJwt } = (who ?? {}) as { userJwt?: unknown };
      if (typeof userJwt === 'string') widget.identify(userJwt);
      else console.info('Parley: identify needs { userJwt }.');
    },
    logout: () => widget.logout(),
    locale: (tag) => ask(String(tag), (found) => widget.locale(String(tag), found)),
    theme: (theme) => widget.theme(theme as Theme),
  };

  const parley: Parley = (name: unknown, first?: unknown, second?: unknown) => {
    if (name === 'on') {
      listeners.push([String(first), second as Listener]);
      if (first === 'ready' && !waiting) heard(second as Listener);
      return;
    }
    if (name === 'destroy') {
      widget.end();
      delete page.Parley;
      return;
    }
    const command = commands[String(name)];
    if (!command) return console.info(`Parley: there is no command ${String(name)}.`);
    if (waiting) waiting.push(() => command(first, second));
    else command(first, second);
  };
  parley.on = true;
  page.Parley = parley;
  for (const call of early) parley(...Array.from(call));

  const ask = (tag: string | undefined, found: (look: LauncherLook) => void): void =>
    look(`${origin}/widget/${encodeURIComponent(agent)}/launcher.js`, tag, (answer) => {
      if (page.Parley !== parley) return;
      if (answer) return found(answer);
      console.info(`Parley: no chat here. Agent ${agent} is unknown, not active, or not for this site.`);
      tell('error', { code: 'not_available' });
    });
  whenBody(() =>
    ask(locale, (found) => {
      widget.appear(found);
      const calls = waiting ?? [];
      waiting = null;
      for (const call of calls) call();
      tell('ready');
    }),
  );
}

/** What a page does wrong is its own, and stops nothing here. */
function heard(listener: Listener, detail?: unknown): void {
  try {
    listener(detail);
  } catch (error) {
    reportError(error);
  }
}

/** By a script, because a page's Content-Security-Policy then needs no `connect-src`. Its answer is an event at its element. */
function look(address: string, locale: string | undefined, answered: (look: LauncherLook | null) => void): void {
  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'strict-origin';
  const query = locale ? `?locale=${encodeURIComponent(locale)}` : '';
  script.addEventListener('parley', (event) => answered((event as CustomEvent<LauncherLook>).detail));
  script.onload = () => script.remove();
  script.onerror = () => {
    script.remove();
    answered(null);
  };
  script.src = address + query;
  document.head.append(script);
}

function whenBody(work: () => void): void {
  if (document.body) work();
  else addEventListener('DOMContentLoaded', work, { once: true });
}

boot();

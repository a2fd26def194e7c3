import type { LauncherLook, Theme } from '../protocol';
import { Widget } from './widget';

type Listener = (detail?: unknown) => void;
interface Parley {
  (...command: unknown[]): void;
  /** Calls made before this script was loaded. */
  q?: ArrayLike<unknown>[];
  /** Set by the first copy of the script. Another copy then does nothing. */
  on?: true;
}

const page = window as unknown as { Parley?: Parley };

/**
 * `widget.js`. Defines one global, `Parley`. If a page loads it again, as pages that navigate without loading do, it
 * does nothing.
 */
function boot(): void {
  if (page.Parley?.on) return;
  const script = (document.currentScript ?? document.querySelector('script[data-agent]')) as HTMLScriptElement | null;
  const { agent, locale, theme, position, hidden } = script?.dataset ?? {};
  if (!script || !agent) return console.info('Parley: the script tag has no data-agent, so there is no chat.');

  const early = [...(page.Parley?.q ?? [])];
  const ended = early.findLastIndex((call) => call[0] === 'destroy');
  if (ended >= 0) {
    early.splice(0, ended + 1);
    // A framework has removed this script, and perhaps inserted another copy of it. The remaining calls are for that
    // copy.
    if (!script.isConnected) return void (page.Parley!.q = early);
  }

  const { origin } = new URL(script.src);
  const listeners: [string, Listener][] = [];
  const emit = (event: string, detail?: unknown): void => {
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
    emit,
  );
  /** Commands that arrived before the button could be drawn. */
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
      console.info(`Parley: no chat here. Agent ${agent} is unknown, inactive, or not allowed on this site.`);
      emit('error', { code: 'not_available' });
    });
  whenBody(() =>
    ask(locale, (found) => {
      widget.appear(found);
      const calls = waiting ?? [];
      waiting = null;
      for (const call of calls) call();
      emit('ready');
    }),
  );
}

/** An error in a listener of the page must not stop the widget. */
function heard(listener: Listener, detail?: unknown): void {
  try {
    listener(detail);
  } catch (error) {
    reportError(error);
  }
}

/**
 * By a script, so that the page's Content-Security-Policy needs no `connect-src`. The answer is an event at the script
 * element.
 */
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

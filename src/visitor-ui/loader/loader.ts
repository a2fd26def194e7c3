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

  const { origin } = new URL(script.src);
  const listeners: [string, Listener][] = [];
  const tell = (event: string, detail?: unknown): void => {
    for (const [name, listener] of listeners) if (name === event) listener(detail);
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
  const early = [...(page.Parley?.q ?? [])];
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
    locale: (tag) => widget.locale(String(tag)),
    theme: (theme) => widget.theme(theme as Theme),
  };

  const parley: Parley = (name: unknown, first?: unknown, second?: unknown) => {
    if (name === 'on') return void listeners.push([String(first), second as Listener]);
    if (name === 'destroy') {
      widget.end();
      waiting = null;
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

  whenBody(() => {
    look(origin, agent, locale, (found) => {
      if (page.Parley !== parley) return;
      widget.appear(found);
      const calls = waiting ?? [];
      waiting = null;
      for (const call of calls) call();
    });
  });
}

/** By a script, because a page's Content-Security-Policy then needs no `connect-src`. Its answer is an event at its element. */
function look(origin: string, agentId: string, locale: string | undefined, found: (look: LauncherLook) => void): void {
  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'strict-origin';
  const query = locale ? `?locale=${encodeURIComponent(locale)}` : '';
  script.addEventListener('parley', (event) => found((event as CustomEvent<LauncherLook>).detail));
  script.onload = () => script.remove();
  script.onerror = () => {
    script.remove();
    console.info(`Parley: no chat here. Agent ${agentId} is unknown, not active, or not for this site.`);
  };
  script.src = `${origin}/widget/${encodeURIComponent(agentId)}/launcher.js${query}`;
  document.head.append(script);
}

function whenBody(work: () => void): void {
  if (document.body) work();
  else addEventListener('DOMContentLoaded', work, { once: true });
}

boot();

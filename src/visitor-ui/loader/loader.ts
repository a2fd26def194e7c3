import type { LauncherLook, Theme } from '../protocol';
import { ofDocument } from './page-document';
import { attribute, findTag } from './script-tag';
import { serviceScripts } from './service-scripts';
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
  const before = stub();
  if (before?.on) return;
  const tag = findTag();
  const agent = tag && attribute(tag, 'agent');
  if (!tag || !agent)
    return console.info('Parley: no chat here. The script tag names no agent by data-agent or ?agent=.');

  const early = [...(before?.q ?? [])];
  const ended = early.findLastIndex((call) => call[0] === 'destroy');
  if (ended >= 0) {
    early.splice(0, ended + 1);
    // A framework has removed this script, and perhaps inserted another copy of it. The remaining calls are for that
    // copy.
    if (!tag.isConnected) return void (before!.q = early);
  }

  const scripts = serviceScripts(tag, agent);
  const listeners: [string, Listener][] = [];
  const emit = (event: string, detail?: unknown): void => {
    for (const [name, listener] of listeners) if (name === event) heard(listener, detail);
  };
  const widget = new Widget(
    {
      origin: new URL(tag.src).origin,
      agentId: agent,
      locale: attribute(tag, 'locale'),
      theme: attribute(tag, 'theme'),
      position: attribute(tag, 'position'),
      hidden: (attribute(tag, 'hidden') ?? 'false') !== 'false',
    },
    emit,
    scripts.explain,
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
    locale: (language) => ask(String(language), (found) => widget.locale(String(language), found)),
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
      scripts.end();
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

  const ask = (wanted: string | null, found: (look: LauncherLook) => void): void =>
    scripts.ask<LauncherLook>('launcher.js', wanted, (look) => {
      if (page.Parley !== parley) return;
      if (look) return found(look);
      scripts.explain((reason) => {
        console.info(`Parley: no chat here. ${reason}`);
        emit('error', { code: 'not_available' });
      });
    });
  whenBody(() =>
    ask(attribute(tag, 'locale'), (found) => {
      widget.appear(found);
      const calls = waiting ?? [];
      waiting = null;
      for (const call of calls) call();
      emit('ready');
    }),
  );
}

/** An element of the page can have the name, too; a form or a frame of it even has properties of its own. */
function stub(): Parley | null {
  return page.Parley instanceof Function ? page.Parley : null;
}

/** An error in a listener of the page must not stop the widget. */
function heard(listener: Listener, detail?: unknown): void {
  try {
    listener(detail);
  } catch (error) {
    reportError(error);
  }
}

function whenBody(work: () => void): void {
  if (ofDocument('body')) work();
  else addEventListener('DOMContentLoaded', work, { once: true });
}

boot();

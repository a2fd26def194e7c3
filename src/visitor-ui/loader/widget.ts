import type { LauncherLook, Theme, ToLoader } from '../protocol';
import { Frame } from './frame';
import { HostStorage } from './host-storage';
import { BUBBLE, CHEVRON, icon, styleSheet } from './look';
import { ofDocument } from './page-document';

export interface Options {
  /** Origin of the service, from which this script was loaded. */
  origin: string;
  agentId: string;
  locale: string | null;
  theme: string | null;
  position: string | null;
  /** The page has its own button. */
  hidden: boolean;
}

export type Heard = (event: string, detail?: unknown) => void;

/** The button and the frame in one element of the page. The frame is created when it is first opened. */
export class Widget {
  private readonly host = document.createElement('parley-chat');
  private readonly root = this.host.attachShadow({ mode: 'closed' });
  private readonly button = document.createElement('button');
  private readonly badge = document.createElement('b');
  private readonly storage: HostStorage;
  private readonly frame: Frame;
  private look: LauncherLook | null = null;
  private loaded = false;
  private open = false;
  private userJwt: string | null = null;
  private leaving = false;
  private observer: MutationObserver | null = null;

  constructor(
    private readonly options: Options,
    private readonly emit: Heard,
    private readonly explain: (explained: (reason: string) => void) => void,
  ) {
    this.storage = new HostStorage(options.agentId);
    this.frame = new Frame(
      options.origin,
      (message) => this.onMessage(message),
      () => this.initializeFrame(),
      () => this.giveUp(),
    );
    // Rules of the page apply to the element itself, so all properties are set.
    for (const [name, value] of [
      ['all', 'initial'],
      ['position', 'fixed'],
      ['z-index', '2147483647'],
    ] as const)
      this.host.style.setProperty(name, value, 'important');
    this.button.type = 'button';
    this.button.setAttribute('aria-controls', 'chat');
    this.button.append(icon(BUBBLE), icon(CHEVRON), this.badge);
    this.button.onclick = () => this.show(!this.open);
    this.frame.element.hidden = true;
    this.root.append(this.frame.element, this.button);
  }

  /** Draws the button once the service has sent its look. */
  appear(look: LauncherLook): void {
    const first = !this.look;
    this.look = look;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styleSheet({ ...look, position: this.options.position || look.position }));
    this.root.adoptedStyleSheets = [sheet];
    this.button.hidden = this.options.hidden;
    this.host.dir = look.dir;
    this.label();
    if (!first) return;
    this.attach();
    this.observer = new MutationObserver(() => this.attach());
    this.observer.observe(ofDocument('documentElement'), { childList: true });
    addEventListener('blur', this.onBlur);
    visualViewport?.addEventListener('resize', this.fit);
    visualViewport?.addEventListener('scroll', this.fit);
    if (this.storage.read().going) whenIdle(() => this.load());
  }

  show(open: boolean): void {
    if (!this.look || open === this.open) return;
    this.open = open;
    if (open) this.load();
    this.frame.element.hidden = !open;
    this.label();
    this.fit();
    if (open) {
      this.frame.element.focus();
      this.sayShown();
    } else {
      this.frame.say({ kind: 'hidden' });
    }
    this.emit(open ? 'open' : 'close');
  }

  toggle(): void {
    this.show(!this.open);
  }

  /** A visitor with an identity may have a conversation from elsewhere. It is shown when the panel opens. */
  identify(userJwt: string): void {
    this.userJwt = userJwt;
    this.frame.say({ kind: 'identify', userJwt });
  }

  logout(): void {
    this.userJwt = null;
    this.storage.change({ going: false, token: undefined });
    // Also for a frame that is not loaded: its storage has data of the previous person.
    this.leaving = !this.frame.isThere;
    this.load();
    this.frame.say({ kind: 'logout' });
  }

  theme(theme: Theme): void {
    this.options.theme = theme;
    this.frame.say({ kind: 'theme', theme });
  }

  /** The frame's document is in one language, so it is loaded again. */
  locale(locale: string, look: LauncherLook): void {
    this.options.locale = locale;
    this.appear(look);
    if (!this.loaded) return;
    this.loaded = false;
    this.load();
  }

  end(): void {
    this.look = null;
    this.observer?.disconnect();
    removeEventListener('blur', this.onBlur);
    visualViewport?.removeEventListener('resize', this.fit);
    visualViewport?.removeEventListener('scroll', this.fit);
    this.frame.end();
    this.host.remove();
  }

  /**
   * Attached to the root element, which frameworks that control the body do not touch. Attached again if a framework
   * removes it.
   */
  private attach(): void {
    if (this.host.parentNode === ofDocument('documentElement')) return;
    ofDocument('documentElement').append(this.host);
  }

  private load(): void {
    if (this.loaded || !this.look) return;
    this.loaded = true;
    const { origin, agentId, locale, theme } = this.options;
    const query = new URLSearchParams();
    if (locale) query.set('locale', locale);
    if (theme) query.set('theme', theme);
    this.frame.load(`${origin}/widget/${encodeURIComponent(agentId)}?${query}`, this.look);
  }

  /** Sends the state to a document that has just loaded. A document loads again if its frame is moved in the page. */
  private initializeFrame(): void {
    const { frame, userJwt, open, leaving } = this;
    const { theme } = this.options;
    const { token } = this.storage.read();
    this.leaving = false;
    if (leaving) frame.say({ kind: 'logout' });
    if (token) frame.say({ kind: 'kept', token });
    if (theme) frame.say({ kind: 'theme', theme: theme as Theme });
    if (userJwt) frame.say({ kind: 'identify', userJwt });
    if (!open) return;
    // A browser that gives the new document its own process takes the focus away from it.
    const nowhere: (Element | null)[] = [null, ofDocument('body'), ofDocument('documentElement'), this.host];
    if (nowhere.includes(document.activeElement)) frame.element.focus();
    this.sayShown();
  }

  private sayShown(): void {
    this.frame.say({ kind: 'shown', pageUrl: pageUrl() });
  }

  /** Closes the panel instead of leaving it empty. */
  private giveUp(): void {
    this.loaded = false;
    this.show(false);
    this.emit('error', { code: 'not_loaded' });
    this.explain((reason) => console.info(`Parley: the chat could not be loaded. ${reason}`));
  }

  private onMessage(message: ToLoader): void {
    if (message.kind === 'close') this.closeByFrame();
    else if (message.kind === 'unread') this.unread(message.count, message.label);
    else if (message.kind === 'message') this.emit('message', { from: message.from });
    else if (message.kind === 'error') this.emit('error', { code: message.code });
    else if (message.kind === 'going') this.storage.change({ going: message.going });
    else this.storage.change({ token: message.token ?? undefined });
  }

  private closeByFrame(): void {
    this.show(false);
    this.button.focus();
  }

  private unread(count: number, label: string): void {
    this.badge.textContent = count === 0 ? '' : count > 9 ? '9+' : String(count);
    this.label(count > 0 ? label : '');
    this.emit('unread', { count });
  }

  private label(more = ''): void {
    const { openLabel, closeLabel } = this.look!;
    const name = this.open ? closeLabel : openLabel;
    this.button.setAttribute('aria-expanded', String(this.open));
    this.button.setAttribute('aria-label', more ? `${name} (${more})` : name);
  }

  /** The address of a page that navigates without loading. Sent when the visitor turns to the chat. */
  private readonly onBlur = (): void => {
    if (this.open) this.frame.say({ kind: 'page', pageUrl: pageUrl() });
  };

  /** If the panel fills the window, an on-screen keyboard covers a part of it. */
  private readonly fit = (): void => {
    const { style } = this.frame.element;
    const narrow = matchMedia('(max-width:480px),(max-height:480px)').matches;
    const view = visualViewport;
    if (!narrow || !view || view.scale !== 1) style.cssText = '';
    else style.cssText = `height:${view.height}px;top:${view.offsetTop}px;bottom:auto`;
  };
}

/** Queries and fragments can contain private data. */
function pageUrl(): string {
  return location.origin + location.pathname;
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4_000 });
  else setTimeout(work, 1_500);
}

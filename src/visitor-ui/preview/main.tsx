import { render } from 'preact';
import { readBootstrap } from '../app/bootstrap';
import { App, Signal } from '../app/context';
import { Panel } from '../app/panel';
import { Speech } from '../app/words';
import { BUBBLE, icon, styleSheet } from '../loader/look';
import { type Look, openLabelOf, shownLook } from './shown-look';
import { silentChat } from './silent-chat';

/**
 * The visitor's application in a frame of the console, with values that are not saved yet: the page around it posts them. The frame is
 * sandboxed, so it has an origin of its own and neither cookies nor storage.
 */
const boot = readBootstrap();
const speech = new Speech(boot.words, boot.locale);
const chat = silentChat(boot.locale);
const opened = new Signal(0);
const root = document.getElementById('app')!;
const theme = document.getElementById('theme') as HTMLLinkElement;
const isWidget = boot.surface === 'widget';
const close = isWidget ? (): void => undefined : null;
const launcher = isWidget ? document.body.appendChild(document.createElement('div')) : null;
const button = document.createElement('button');

function draw(look: Look): void {
  const agent = shownLook(look, boot.words);
  const { accentColor, bubblePosition } = look.widgetConfig;
  const colors = `/app/look/theme.css?accent=${encodeURIComponent(accentColor.replace('#', ''))}`;
  if (theme.getAttribute('href') !== colors) theme.setAttribute('href', colors);
  document.title = agent.displayName;
  if (launcher) place(bubblePosition, openLabelOf(look, boot.words));
  render(
    <App.Provider value={{ boot: { ...boot, agent }, chat, speech, close, opened }}>
      {/* A logo that did not load is tried again only by a new element. */}
      <Panel key={agent.logoUrl} />
    </App.Provider>,
    root,
  );
  // As the frame on the customer's page, it is as high as its box.
  if (isWidget) (root.firstElementChild as HTMLElement).style.blockSize = '100%';
}

/** The button as the loader draws it, and the panel beside it. */
function place(position: string, label: string): void {
  const shadow = launcher!.shadowRoot ?? launcher!.attachShadow({ mode: 'open' });
  if (!button.isConnected) {
    button.type = 'button';
    button.append(icon(BUBBLE));
    shadow.append(button);
  }
  button.setAttribute('aria-label', label);
  const sheet = new CSSStyleSheet();
  const [accent, onAccent, edge] = ['var(--accent)', 'var(--on-accent)', 'var(--accent-edge)'];
  sheet.replaceSync(styleSheet({ accent, onAccent, edge, position }));
  shadow.adoptedStyleSheets = [sheet];
  const { style } = root;
  style.position = 'fixed';
  style.height = 'auto';
  style.inset = position.startsWith('top') ? '90px 12px 12px' : '12px 12px 90px';
  style.borderRadius = '22px';
  style.overflow = 'hidden';
  style.boxShadow = '0 0 0 1px var(--line), 0 12px 28px var(--shadow)';
}

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== parent || origin !== new URL(document.baseURI).origin) return;
  draw(data as Look);
});
parent.postMessage('parley:look', '*');

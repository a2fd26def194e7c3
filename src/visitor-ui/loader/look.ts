import type { LauncherLook } from '../protocol';

type Look = Pick<LauncherLook, 'accent' | 'onAccent' | 'edge' | 'position'>;

/** Corners are physical: free space in a page does not depend on the direction of its text. */
export function styleSheet({ accent, onAccent, edge, position }: Look): string {
  const [block, inline] = /^(top|bottom)-(left|right)$/.exec(position)?.slice(1) ?? ['bottom', 'right'];
  return `
:host{all:initial}
*{box-sizing:border-box}
button{all:unset;position:fixed;${block}:20px;${inline}:20px;width:56px;height:56px;border-radius:50%;
cursor:pointer;background:${accent};color:${onAccent};display:grid;place-items:center;
box-shadow:0 1px 2px rgb(0 0 0/.18),0 8px 24px rgb(0 0 0/.22),inset 0 0 0 1px ${edge},inset 0 0 0 1px rgb(255 255 255/.16);
transition:transform .18s cubic-bezier(.2,.8,.2,1);-webkit-tap-highlight-color:transparent}
button:hover{transform:scale(1.05)}button:active{transform:scale(.96)}
button:focus-visible{outline:3px solid #000;outline-offset:3px;box-shadow:0 0 0 3px #fff,0 0 0 8px rgb(0 0 0/.35)}
button[hidden],iframe[hidden]{display:none!important}
svg{width:26px;height:26px;grid-area:1/1;transition:opacity .16s,transform .2s;pointer-events:none}
svg+svg,[aria-expanded=true] svg{opacity:0;transform:rotate(-45deg) scale(.6)}
[aria-expanded=true] svg+svg{opacity:1;transform:none}
b{position:absolute;top:-3px;${inline}:-3px;min-width:22px;height:22px;padding:0 6px;border-radius:11px;
background:#c81e3a;color:#fff;font:600 12px/22px system-ui,sans-serif;text-align:center;box-shadow:0 0 0 2px #fff}
b:empty{display:none}
iframe{all:unset;position:fixed;display:block;${block}:90px;${inline}:20px;width:408px;height:min(704px,calc(100% - 110px));
border-radius:22px;background:transparent;box-shadow:0 0 0 1px rgb(0 0 0/.06),0 12px 28px rgb(0 0 0/.14),0 32px 64px rgb(0 0 0/.16);
transform-origin:${block} ${inline};animation:o .2s cubic-bezier(.2,.8,.2,1)}
@keyframes o{from{opacity:0;transform:translateY(${block === 'top' ? '-' : ''}10px) scale(.98)}}
@media (max-width:480px),(max-height:480px){iframe{inset:0;width:100%;height:100%;border-radius:0;box-shadow:none}
button[aria-expanded=true]{display:none}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media (forced-colors:active){button{border:2px solid ButtonText}iframe{border:1px solid CanvasText}}
@media print{:host{display:none!important}}`;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Created by the DOM, since a page may forbid HTML strings. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.9',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value);
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const BUBBLE =
  'M20.5 11.6c0 4.2-3.8 7.6-8.5 7.6-1.1 0-2.2-.2-3.2-.5L4 20.2l1.3-3.9a7.1 7.1 0 0 1-1.8-4.7C3.5 7.4 7.3 4 12 4s8.5 3.4 8.5 7.6ZM8.6 11.7h.01M12 11.7h.01M15.4 11.7h.01';
export const CHEVRON = 'm6 9.5 6 6 6-6';

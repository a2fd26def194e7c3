import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, setText, textOf } from './html-elements';

/** In UTF-16 code units; an address has 254 at most (RFC 5321). */
const LONGEST = 1_000;
/** Behind this path Cloudflare hides the address of a link. */
const PROTECTED = /\/cdn-cgi\/l\/email-protection#([\da-f]+)$/i;
const MAILTO = /^mailto:([^?]+)/i;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/**
 * Writes e-mail addresses that a reader of the page sees or can use: those that Cloudflare hides from robots, and those of links
 * whose words are others.
 */
export function revealAddresses(root: Tree.ParentNode): void {
  const links: Tree.Element[] = [];
  for (const element of elementsOf(root)) {
    const hidden = decoded(attribute(element, 'data-cfemail'));
    if (hidden !== null) setText(element, hidden);
    if (element.tagName === 'a') links.push(element);
  }
  // Afterwards, since a link may have the hidden address inside.
  for (const link of links) reveal(link, attribute(link, 'href'));
}

function reveal(link: Tree.Element, href: string): void {
  const target = decoded(PROTECTED.exec(href.slice(0, LONGEST))?.[1] ?? '') ?? mailed(href.slice(0, LONGEST));
  if (target === null) return;
  for (const attr of link.attrs) if (attr.name === 'href') attr.value = `mailto:${target}`;
  const words = textOf(link);
  if (words === null || /^\[email.protected\]$/.test(words)) setText(link, target);
  else if (!words.includes('@')) link.childNodes.push({ nodeName: '#text', parentNode: link, value: ` (${target})` });
}

/** The first byte is the key of the others. Null where there is no address in it. */
function decoded(hex: string): string | null {
  if (hex.length < 4 || hex.length > LONGEST || !/^(?:[\da-f]{2})+$/i.test(hex)) return null;
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return addressIn(Buffer.from(bytes.map((byte) => byte ^ key)).toString());
}

function mailed(href: string): string | null {
  const target = MAILTO.exec(href)?.[1];
  return target === undefined ? null : addressIn(target);
}

/** Without the subject that a link may have behind the address. */
function addressIn(text: string): string | null {
  const [written = ''] = text.split('?');
  const address = unescaped(written).trim();
  return ADDRESS.test(address) ? address : null;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

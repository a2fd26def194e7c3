import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface HostPage {
  /** Of the Content-Security-Policy. */
  policy?: string;
  headers?: Record<string, string>;
  body: string;
}

const TAG = '<script async src="PARLEY/widget.js" data-agent="AGENT"></script>';
const PAGE = `<!doctype html><html><head><title>Shop</title></head><body><h1>Shop</h1>`;
const TYPED = "require-trusted-types-for 'script'; trusted-types";
const fixture = (name: string): string =>
  readFileSync(join(__dirname, '..', '..', 'fixtures', 'sites', `${name}.html`), 'utf8');

/** Inserts a script as tag managers and shop systems do: nothing is left of it but its address. */
const inserted = (attributes: string, place = 'document.head.append(s)'): string =>
  `${PAGE}<script>var s = document.createElement('script'); ${attributes}; ${place};</script>`;

/** Pages of sites with policies, and tags as site builders write them. PARLEY: the service's origin; AGENT: the agent. */
const PAGES: Record<string, HostPage> = {
  nonce: { policy: "default-src 'none'; script-src 'nonce-abc'; frame-src PARLEY", body: fixture('nonce') },
  'nonce-strict-dynamic': {
    policy: "script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
    body: fixture('nonce'),
  },
  'nonce-inserted': {
    policy: "default-src 'none'; script-src 'nonce-abc'; frame-src PARLEY",
    body: inserted("s.src = 'PARLEY/widget.js?agent=AGENT'; s.nonce = 'abc'").replace('<script', '<script nonce="abc"'),
  },
  'trusted-types': { policy: `${TYPED} parley`, body: PAGE + TAG },
  'trusted-types-twice': { policy: `${TYPED} parley shop`, body: PAGE + TAG },
  'trusted-types-default': {
    policy: `${TYPED} default`,
    body: `${PAGE}<script>trustedTypes.createPolicy('default', { createScriptURL: (address) => address });</script>${TAG}`,
  },
  'trusted-types-unnamed': { policy: "require-trusted-types-for 'script'", body: PAGE + TAG },
  isolated: {
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
    body: PAGE + TAG,
  },
  'clobbered-by-element': { body: `${PAGE}<div id="Parley"></div>${TAG}` },
  'clobbered-by-form': {
    body: `${PAGE}<form id="Parley"><input name="on"><input name="q"></form><img name="currentScript" alt="">${TAG}`,
  },
  'clobbered-by-forms': {
    body: `${PAGE}<form name="Parley"></form><form name="Parley" id="on"></form>${['body', 'head', 'documentElement'].map((name) => `<img name="${name}" alt="">`.repeat(2)).join('')}${TAG}`,
  },
  'clobbered-by-frame': { body: `${PAGE}<iframe name="Parley" src="PARLEY/robots.txt"></iframe>${TAG}` },
  'tag-manager': { body: fixture('tag-manager') },
  wordpress: {
    body: `${PAGE}<script src="PARLEY/widget.js?agent=AGENT&#038;position=top-left&#038;ver=6.8.1" id="parley-js" defer data-wp-strategy="defer"></script>`,
  },
  shopify: {
    body: inserted(
      "s.type = 'text/javascript'; s.async = true; s.src = 'PARLEY/widget.js?agent=AGENT\\u0026shop=olives.myshopify.com'",
      "var x = document.getElementsByTagName('script')[0]; x.parentNode.insertBefore(s, x)",
    ),
  },
  next: {
    body: inserted(
      "s.src = 'PARLEY/widget.js'; s.setAttribute('data-agent', 'AGENT'); s.setAttribute('data-nscript', 'afterInteractive')",
      'document.body.appendChild(s)',
    ),
  },
  module: { body: `${PAGE}<script type="module" src="PARLEY/widget.js?agent=AGENT"></script>` },
  'no-agent': { body: `${PAGE}<script async src="PARLEY/widget.js"></script>` },
  'script-blocked': { policy: 'script-src PARLEY/widget.js; frame-src PARLEY', body: PAGE + TAG },
  'frame-blocked': { policy: "script-src PARLEY; frame-src 'none'", body: PAGE + TAG },
  'policy-refused': { policy: `${TYPED} 'none'`, body: PAGE + TAG },
};

/** The page at `/strict/NAME`, or null. */
export function strictPage(
  path: string,
  parley: string,
  agentId: string,
): { headers: Record<string, string>; body: string } | null {
  const page = PAGES[path.replace('/strict/', '')];
  if (!page) return null;
  const filled = (text: string): string => text.replaceAll('PARLEY', parley).replaceAll('AGENT', agentId);
  const policy = page.policy && { 'Content-Security-Policy': filled(page.policy) };
  return { headers: { ...page.headers, ...policy }, body: filled(page.body) };
}

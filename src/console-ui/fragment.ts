const NAMES = ['token', 'code'] as const;

/** Of the address with which the page was opened. */
export type FragmentName = (typeof NAMES)[number];

/**
 * Secrets come in the fragment of links in mails. They leave the address before the router reads it, so that neither the history nor a
 * copied address has them. Imported first for that.
 */
const taken = take();

function take(): ReadonlyMap<string, string> {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!NAMES.some((name) => parts.has(name))) return new Map();
  history.replaceState(history.state, '', location.pathname + location.search);
  return new Map(parts);
}

/** Null where the link had none, or the page was loaded again since. */
export function fromFragment(name: FragmentName): string | null {
  return taken.get(name) || null;
}

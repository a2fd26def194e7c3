import { isSiteHost } from '../text/host-name';
import { remembered } from './remembered';

/** In characters. Canonicalization takes quadratic time in the length of the tag. */
export const LONGEST_LANGUAGE_TAG = 64;

/** The canonical spelling of a language tag (BCP 47) by the locale data of the runtime. Null if the tag is not well-formed. */
export const languageTag = remembered(1_000, (text): string | null => {
  if (text.length > LONGEST_LANGUAGE_TAG) return null;
  try {
    return new Intl.Locale(text).toString();
  } catch {
    return null;
  }
});

export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && languageTag(value) !== null;
}

/** In characters. Normalizing a host name with combining marks takes quadratic time in its length. */
export const LONGEST_URL = 2048;

/** Characters before the path that URL parsers decode or map to a dot, so that people would see a different host than the real one. */
const OTHER_SPELLING_OF_HOST = /^[^/]*\/\/[^/?#]*[%。．｡]/;

export function isHttpsUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_URL) return false;
  if (/[\s\\]/.test(value) || OTHER_SPELLING_OF_HOST.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' && /^https:\/\//i.test(value);
}

/** A host name, or `*.` and a host name for all its subdomains, with an optional port. */
export function isSite(value: unknown): boolean {
  const [, host, port] = (typeof value === 'string' && /^(?:[*][.])?([^:]*)(?::([1-9][0-9]{0,4}))?$/.exec(value)) || [];
  return isSiteHost(host) && (port === undefined || Number(port) <= 65_535);
}

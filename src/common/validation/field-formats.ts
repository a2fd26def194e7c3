import { isSiteHost } from '../text/host-name';
import { remembered } from './remembered';

/** In characters; bringing a tag into its canonical spelling takes the square of its length. */
export const LONGEST_LANGUAGE_TAG = 64;

/** A well-formed language tag (BCP 47) in its canonical spelling, as the runtime's own locale data has it; else null. */
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

/** In characters; the name of a host with marks on its letters takes the square of its length. */
export const LONGEST_URL = 2048;

/** Of what stands before the path: what is decoded, or mapped to a dot, and shows people another host than the one that is meant. */
const OTHER_SPELLING_OF_HOST = /^[^/]*\/\/[^/?#]*[%。．｡]/;

export function isHttpsUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_URL) return false;
  if (/[\s\\]/.test(value) || OTHER_SPELLING_OF_HOST.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' && /^https:\/\//i.test(value);
}

/** A host name, or `*.` and the one that it is to be below, and perhaps a port. */
export function isSite(value: unknown): boolean {
  const [, host, port] = (typeof value === 'string' && /^(?:[*][.])?([^:]*)(?::([1-9][0-9]{0,4}))?$/.exec(value)) || [];
  return isSiteHost(host) && (port === undefined || Number(port) <= 65_535);
}

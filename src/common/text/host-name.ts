import { domainToASCII } from 'node:url';
import { normalForm } from './normal-form';

/**
 * Letters, digits and marks of any script, hyphens, dots, and the marks that IDNA allows between certain letters
 * (RFC 5892 §2.6). Excludes everything that the URL standard decodes, maps to a dot or cuts off: %2e, 。, a port, a user.
 */
const NAME = /^[\p{L}\p{N}\p{M}.·͵׳״・-]+$/u;

/** RFC 1035 §2.3.4, without the final dot. */
const LONGEST = 253;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Browsers accept underscores anywhere in a host name, and such names exist. */
const LABEL_OF_SITE = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * ASCII labels of letters, digits and inner hyphens (RFC 1123 §2.1). The last label must not be a number, which excludes IP
 * addresses.
 */
function isHostName(value: unknown): value is string {
  return consistsOf(value, LABEL);
}

/** The same check for the host of an origin, which may contain underscores. */
export function isSiteHost(value: unknown): value is string {
  return consistsOf(value, LABEL_OF_SITE);
}

/**
 * The host name in its DNS form: lower case, A-labels (RFC 5890). Returns null for everything else, including spellings that some
 * programs decode or map to the same name (full-width letters and dots, percent-encoding), so that each name has one spelling.
 */
export function asciiHostName(text: string): string | null {
  // Its A-labels would be even longer.
  if (text.length > LONGEST) return null;
  const name = normalForm(text, 'NFC');
  if (!NAME.test(name) || normalForm(name, 'NFKC') !== name) return null;
  const ascii = domainToASCII(name);
  return isHostName(ascii) ? ascii : null;
}

function consistsOf(value: unknown, label: RegExp): boolean {
  if (typeof value !== 'string' || value.length > LONGEST) return false;
  const labels = value.split('.');
  return labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

import { domainToASCII } from 'node:url';
import { normalForm } from './normal-form';

/**
 * Letters, digits and marks of any script, hyphens, dots, and the marks that IDNA allows between certain letters
 * (RFC 5892 §2.6). Nothing that the URL standard decodes, maps to a dot or cuts off: %2e, 。, a port, a user.
 */
const NAME = /^[\p{L}\p{N}\p{M}.·͵׳״・-]+$/u;

/** RFC 1035 §2.3.4, without the final dot. */
const LONGEST = 253;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Browsers take underscores at any place of a host name, and such names exist. */
const LABEL_OF_SITE = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Labels of letters, digits and inner hyphens (RFC 1123 §2.1), ASCII; the last one is no number, so no address is one. */
function isHostName(value: unknown): value is string {
  return consistsOf(value, LABEL);
}

/** The same for the host of an origin, which may have underscores. */
export function isSiteHost(value: unknown): value is string {
  return consistsOf(value, LABEL_OF_SITE);
}

/**
 * A host name as DNS has it: lower case, A-labels (RFC 5890). Null for everything else, above all for what is another spelling
 * only to programs that decode or map it (full-width letters and dots, percent-encoding), so that one name has one spelling.
 */
export function asciiHostName(text: string): string | null {
  // Its A-labels are longer still.
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

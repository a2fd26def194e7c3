import { ClamdScanner } from './clamd-scanner';
import { CommandScanner } from './command-scanner';
import { IcapScanner } from './icap-scanner';
import type { FileScanner } from './file-scanner.types';

/** RFC 3507 §4.2 */
const ICAP_PORT = 1344;

/** The scanner of FILES_SCANNER. Null: none is set. */
export function scannerFor(setting: string | null): FileScanner | null {
  if (setting === null) return null;
  if (setting.startsWith('command:')) return new CommandScanner(setting.slice('command:'.length));
  const url = new URL(setting);
  // The host of an unknown scheme keeps the brackets of an IPv6 address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol === 'clamd:') return new ClamdScanner({ host, port: Number(url.port) });
  return new IcapScanner({ host, port: Number(url.port || ICAP_PORT) }, setting);
}

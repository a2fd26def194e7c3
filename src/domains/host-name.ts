import { isIP } from 'node:net';
import { asciiHostName } from '../common/text/host-name';

/** Names that are valid only within a network (RFC 6761, RFC 6762, RFC 8375, Kubernetes), by their last label. */
const LOCAL: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'internal',
  'svc',
  'lan',
  'arpa',
  'invalid',
  'onion',
]);

/**
 * Normalizes a host name: lower case, A-labels (RFC 5890), without the final dot. Null if the text is not a public host
 * name: a scheme, a port, a path, an address, a name of one label, or a name of a local network.
 */
export function hostName(text: string): string | null {
  const name = asciiHostName(text.trim().replace(/\.$/, ''));
  return name !== null && name.includes('.') && !isLocal(name) ? name : null;
}

/** Whether a request to this host can only be for the service itself. `host`: without a port. */
export function isLocal(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0 || !host.includes('.') || LOCAL.has(host.split('.').at(-1)!);
}

/** The host of a Host header, without its port and final dot, in lower case. */
export function hostOf(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

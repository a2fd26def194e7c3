/** The agent's `allowedDomains`: hosts, `*.` for what is below one, with or without a port. Empty: every site. */
type Sites = readonly string[];

interface Site {
  /** Everything below the host, and not the host itself. */
  isBelow: boolean;
  host: string;
  /** Null: the usual one of the scheme; any for localhost. */
  port: string | null;
}

/**
 * Whether an agent may be used on the site with this origin, as browsers write it. Without encryption only on localhost,
 * unless the whole installation is one of a developer (`allowHttp`).
 */
export function isAllowedSite(sites: Sites, origin: string, allowHttp: boolean): boolean {
  if (sites.length === 0) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port, origin: written } = new URL(origin);
  // Anything else than what a browser would write is no origin.
  if (written !== origin || !/^[a-z0-9._-]+$/.test(hostname) || (protocol !== 'https:' && protocol !== 'http:'))
    return false;
  if (protocol === 'http:' && !allowHttp && !isLocal(hostname)) return false;
  const isPort = ({ host, port: named }: Site): boolean =>
    named === null ? port === '' || isLocal(host) : named === (port || (protocol === 'https:' ? '443' : '80'));
  return sites.map(siteOf).some((site) => matchesHost(site, hostname) && isPort(site));
}

/** The sources of a `frame-ancestors` directive that stands for these sites. */
export function frameAncestors(sites: Sites, allowHttp: boolean): string {
  if (sites.length === 0) return '*';
  return sites
    .map(siteOf)
    .flatMap((site) => sourcesOf(site, allowHttp))
    .join(' ');
}

function sourcesOf({ isBelow, host, port }: Site, allowHttp: boolean): string[] {
  const name = isBelow ? `*.${host}` : host;
  const place = port !== null ? `${name}:${port}` : isLocal(host) ? `${name}:*` : name;
  return [`https://${place}`, ...(allowHttp || isLocal(host) ? [`http://${place}`] : [])];
}

function siteOf(entry: string): Site {
  const [, below, host = '', port = null] = /^([*][.])?([^:]*)(?::([0-9]+))?$/.exec(entry.toLowerCase()) ?? [];
  return { isBelow: below !== undefined, host, port };
}

function matchesHost({ isBelow, host }: Site, hostname: string): boolean {
  return isBelow ? hostname.endsWith(`.${host}`) && hostname.length > host.length + 1 : hostname === host;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

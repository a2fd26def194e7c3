import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { DOMAIN_STATUSES, SERVED_STATUSES } from '../../src/domains/custom-domain.types';

const page = readFileSync('docs/custom-domains.md', 'utf8');
const blockOf = (language: string, holds: string): string =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].find(([, text]) =>
    text!.includes(holds),
  )![1]!;

/** The lists of domains that the command line prints. */
const customDomains = [
  ...DOMAIN_STATUSES.map((status) => ({ domain: `${status.replace('_', '-')}.example.com`, status })),
  { domain: 'a-b.example.com', status: 'active' },
  { domain: 'a.b.example.com', status: 'active' },
];

const hasJq = spawnSync('jq', ['--version']).status === 0;
if (!hasJq) console.log('Skipped for want of jq: the job that makes resources of domains.');

/** What the job gives to kubectl, with what is listed by the command line. */
function applied(listing: string): { status: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-gateway-'));
  try {
    writeFileSync(join(folder, 'domain.yaml'), blockOf('yaml', 'kind: ListenerSet'));
    const parley = `parley() { ${listing}; }; kubectl() { cat; };`;
    const { status, stdout } = spawnSync('bash', ['-c', `${parley}\n${blockOf('sh', 'kubectl apply')}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, text: stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

(hasJq ? describe : describe.skip)('the job that makes resources of the Gateway API of domains', () => {
  it('makes of each domain that is served a certificate, a listener with it and a route, of their own', () => {
    const { status, text } = applied(`echo '${JSON.stringify({ customDomains, nextCursor: null })}'`);
    const resources = parseAllDocuments(text).flatMap((document) => (document.toJS() as Resource | null) ?? []);
    const served = customDomains.filter((one) => (SERVED_STATUSES as readonly string[]).includes(one.status));
    expect(status).toBe(0);
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(
      served.flatMap(({ domain }) => [`Certificate ${domain}`, `ListenerSet ${domain}`, `HTTPRoute ${domain}`]),
    );
    for (const [n, { domain }] of served.entries()) {
      const [certificate, listeners, route] = resources.slice(3 * n, 3 * n + 3).map(({ spec }) => spec);
      const [listener] = listeners!.listeners!;
      expect([certificate!.dnsNames, [listener!.hostname], route!.hostnames]).toEqual([[domain], [domain], [domain]]);
      expect(listener!.tls.certificateRefs).toEqual([{ name: certificate!.secretName }]);
      expect(route!.parentRefs).toEqual([{ kind: 'ListenerSet', group: 'gateway.networking.k8s.io', name: domain }]);
    }
  });

  it('changes nothing where the domains could not be listed', () => {
    expect(applied('return 1')).toEqual({ status: 1, text: '' });
  });
});

interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    dnsNames?: string[];
    secretName?: string;
    listeners?: { hostname: string; tls: { certificateRefs: { name: string }[] } }[];
    hostnames?: string[];
    parentRefs?: unknown[];
  };
}

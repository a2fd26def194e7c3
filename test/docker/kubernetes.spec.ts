import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import {
  type Container,
  hasModels,
  isInstalled,
  kustomized,
  type Manifest,
  type PodSpec,
  unknownFields,
} from './manifest';
import { BACKGROUND_CONNECTIONS } from '../../src/common/database/connections';
import { EnvironmentSettings } from '../../src/config/settings';
import { violations } from './policies';
import { settingsOfPods } from './settings-of-pods';

const ROOT = 'docker/kubernetes';
const COMPONENTS = readdirSync(`${ROOT}/components`);
/** What a user would want together. */
const TOGETHER = [
  ['single-process', 'custom-domains'],
  ['high-availability', 'custom-domains'],
];

const canRender = isInstalled('kubectl', 'version', '--client');
if (!canRender) console.log('Skipped for want of kubectl.');
if (!hasModels) console.log('Skipped for want of python3-kubernetes: what fields there are.');

(canRender ? describe : describe.skip)('the manifests of Kubernetes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-kustomize-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What a folder of the user's own would apply. */
  const own = (name: string, content: object): Manifest[] => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'kustomization.yaml'), stringify(content));
    return kustomized(join(folder, name));
  };
  const path = (name: string): string => relative(join(folder, 'own'), resolve(ROOT, name));
  const composed = (...components: string[]): Manifest[] =>
    own('own', { resources: [path('base')], components: components.map((name) => path(`components/${name}`)) });

  const overlays = readdirSync(`${ROOT}/overlays`);
  const all = canRender
    ? [
        ['base', kustomized(`${ROOT}/base`)] as const,
        ...overlays.map((name) => [name, kustomized(`${ROOT}/overlays/${name}`)] as const),
        ...TOGETHER.map((names) => [names.join(' and '), composed(...names)] as const),
      ]
    : [['none', [] as Manifest[]] as const];
  const only = (manifests: Manifest[], kind: string): Manifest => manifests.find((one) => one.kind === kind)!;
  const of = (name: string): Manifest[] => structuredClone(all.find(([one]) => one === name)![1]);

  it.each(all)('%s: keeps every policy', (_, manifests) => {
    expect(violations(manifests)).toEqual([]);
  });

  it.each(all)('%s: gives each process settings that it starts with', (_, manifests) => {
    const read = settingsOfPods(manifests);
    expect(read.length).toBeGreaterThanOrEqual(2);
    for (const { start } of read) expect(start).not.toThrow();
  });

  (hasModels ? it : it.skip)('have only fields that Kubernetes has, and all that it needs', () => {
    expect(unknownFields(all.flatMap(([, manifests]) => manifests))).toEqual([]);
    const [deployment] = of('base').filter(({ kind }) => kind === 'Deployment');
    const pod = deployment!.spec!.template!.spec as unknown as Record<string, unknown>;
    Object.assign(pod, { hostNetworking: true, terminationGracePeriodSeconds: '75' });
    delete deployment!.spec!.selector;
    expect(unknownFields([deployment!])).toEqual([
      "Deployment parley-api.spec.template.spec.terminationGracePeriodSeconds is '75', not int",
      'Deployment parley-api.spec.template.spec.hostNetworking is unknown',
      'Deployment parley-api.spec: Invalid value for `selector`, must not be `None`',
    ]);
  });

  it('are all applied', () => {
    for (const folder of [`${ROOT}/base`, ...COMPONENTS.map((name) => `${ROOT}/components/${name}`)]) {
      const kustomization = readFileSync(`${folder}/kustomization.yaml`, 'utf8');
      const others = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
      expect(others.filter((name) => !kustomization.includes(name))).toEqual([]);
    }
  });

  it('run programs of the image, which listens on the port of their health checks', () => {
    const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
    expect(dockerfile).toContain('MANAGEMENT_PORT=9464');
    const containers = of('base').flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    expect(containers.map(({ name, image }) => [name, image]).sort()).toEqual([
      ['api', 'parley'],
      ['migrate', 'parley'],
      ['worker', 'parley'],
    ]);
    for (const { command, volumeMounts, ports = [] } of containers) {
      const [, entry] = /^parley-([a-z]+)$/.exec(command.join(' ')) ?? [];
      expect(dockerfile).toContain(` ${entry}=`);
      expect(volumeMounts!.map(({ mountPath }) => mountPath)).toEqual(['/run/secrets/parley', '/data', '/tmp']);
      if (entry !== 'migrate') expect(ports).toContainEqual({ name: 'management', containerPort: 9464 });
    }
  });

  it('have an overlay for each component', () => {
    const used = overlays.flatMap(
      (name) => readFileSync(`${ROOT}/overlays/${name}/kustomization.yaml`, 'utf8').match(/components\/(.+)/)?.[1],
    );
    expect(used.sort()).toEqual([...COMPONENTS].sort());
  });

  it('do background work in one place: a worker, or the API itself', () => {
    for (const [name, manifests] of all) {
      const working = settingsOfPods(manifests)
        .filter(({ values }) => values.RUN_WORKER === 'yes')
        .map((one) => one.name);
      const isSingle = name.startsWith('small') || name.startsWith('single');
      expect([name, working]).toEqual([name, isSingle ? ['parley-api'] : ['parley-worker']]);
    }
  });

  it('allow requests only from the proxy and the configured sources, if a proxy is in front', () => {
    const [requests] = of('custom-domains').find(
      ({ metadata, kind }) => kind === 'NetworkPolicy' && metadata.name === 'parley',
    )!.spec!.ingress!;
    expect(requests).toEqual({
      from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'parley-proxy' } } }],
      ports: [{ port: 'http' }],
    });
  });

  it('configure the proxy as compose.yaml and docs/custom-domains.md do', () => {
    // Without what follows from ports that need no rights, and from a cluster that ends pods.
    const sitesIn = (text: string): string =>
      text
        .replace(/http:\/\/(api|parley):3000|(api|parley):3000/g, 'API')
        .replace(/\n# Health[^]*$/, '')
        .replace(/^\s*#.*\n/gm, '')
        .replace(/^\{\n[^]*?(?=\ton_demand_tls)/, '{\n');
    const [, shown] = /```caddyfile\n([^]*?)```/.exec(readFileSync('docs/custom-domains.md', 'utf8'))!;
    const proxy = sitesIn(readFileSync(`${ROOT}/components/custom-domains/Caddyfile`, 'utf8'));
    expect(proxy).toBe(sitesIn(readFileSync('docker/Caddyfile', 'utf8')));
    expect(proxy).toBe(sitesIn(shown!));
  });

  it('for high availability need no more connections than docs/operations/install.md says', () => {
    const manifests = of('high-availability');
    const { maxReplicas = 0 } = only(manifests, 'HorizontalPodAutoscaler').spec!;
    const { DATABASE_POOL_SIZE, DATABASE_SEARCH_POOL_SIZE } = new EnvironmentSettings();
    // The side pool has two; metrics and a long statement one each.
    const ofProcess = DATABASE_POOL_SIZE + DATABASE_SEARCH_POOL_SIZE + BACKGROUND_CONNECTIONS + 2 + 1 + 1;
    const workers = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'parley-worker')!
      .spec!.replicas!;
    const [, documented] = /max_connections = (\d+)/.exec(readFileSync('docs/operations/install.md', 'utf8'))!;
    // Each has one more while it is rolled out, and the Job has two.
    const needed = (maxReplicas + 1 + workers + 1) * ofProcess + 2;
    expect(needed).toBeGreaterThan(200);
    expect(needed).toBeLessThanOrEqual(Number(documented));
  });

  it('tell Prometheus where the metrics of each pod are', () => {
    const own = of('high-availability').filter(({ kind }) => kind === 'Deployment');
    expect(own).toHaveLength(2);
    for (const { spec } of own) {
      expect(spec!.template!.metadata.annotations).toEqual({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': '9464',
        'prometheus.io/path': '/metrics',
      });
    }
  });

  it('are what docs/operations/install.md shows', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const page = readFileSync('docs/operations/install.md', 'utf8');
    const [, example] = /```yaml\n(apiVersion: kustomize[^]*?)```/.exec(page)!;
    const command = example!.replaceAll('../', `${relative(join(folder, 'own'), resolve(ROOT))}/`);
    mkdirSync(join(folder, 'own'), { recursive: true });
    writeFileSync(join(folder, 'own/kustomization.yaml'), command);
    const manifests = kustomized(join(folder, 'own'));
    expect(violations(manifests)).toEqual([]);
    const images = manifests.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []);
    expect([...new Set(images)].sort()).toEqual([
      'docker.io/library/caddy:2',
      `registry.example.com/parley:${version}`,
    ]);
    const read = settingsOfPods(manifests);
    for (const { start } of read) expect(start).not.toThrow();
    expect(new Set(read.map(({ values }) => values['PUBLIC_URL']))).toEqual(new Set(['https://parley.example.org']));
  });

  /** What each policy is there for, done to manifests that keep them all. */
  const wrongs: [string, string, (pod: PodSpec, container: Container, manifests: Manifest[]) => void][] = [
    ['parley-api runs as root', 'base', (pod) => (pod.securityContext!.runAsUser = 0)],
    ['parley-api runs as root', 'base', (pod) => delete pod.securityContext!.runAsNonRoot],
    ['parley-api has no seccomp profile', 'base', (pod) => delete pod.securityContext!.seccompProfile],
    ['parley-api has a token', 'base', (pod) => delete pod.automountServiceAccountToken],
    ['parley-api shares something with its node', 'base', (pod) => (pod.hostNetwork = true)],
    ['parley-api has a container that is not looked at', 'base', (pod, one) => (pod.initContainers = [one])],
    ['parley-api mounts what is not allowed', 'base', (pod) => pod.volumes!.push({ name: 'a', hostPath: {} } as never)],
    ['parley-api lets others read its secrets', 'base', (pod) => delete pod.volumes![0]!.secret!.defaultMode],
    ['parley-api may fill the disk of its node', 'base', (pod) => delete pod.volumes!.at(-1)!.emptyDir!.sizeLimit],
    ['parley-api/api can gain rights', 'base', (_, one) => delete one.securityContext!.allowPrivilegeEscalation],
    ['parley-api/api writes to its root', 'base', (_, one) => delete one.securityContext!.readOnlyRootFilesystem],
    ['parley-api/api keeps capabilities', 'base', (_, one) => (one.securityContext!.capabilities!.drop = ['CHOWN'])],
    ['parley-api/api has capabilities', 'base', (_, one) => (one.securityContext!.capabilities!.add = ['CHOWN'])],
    ['parley-api/api has a secret in its environment', 'base', (_, one) => one.env!.push({ name: 'A', valueFrom: {} })],
    ['parley-api/api requests nothing', 'base', (_, one) => delete one.resources!.requests!['cpu']],
    [
      'parley-api/api has no limit of memory, or one below what it requests',
      'base',
      (_, one) => (one.resources!.limits!['memory'] = '100Mi'),
    ],
    [
      'parley-api/api has no limit of memory, or one below what it requests',
      'base',
      (_, one) => delete one.resources!.limits,
    ],
    ['parley-api/api has no management port', 'base', (_, one) => one.ports!.pop()],
    [
      'parley-api/api is not asked for its health on the management port',
      'base',
      (_, one) => (one.readinessProbe!.httpGet!.port = 'http'),
    ],
    ['parley-api/api has no time to start in', 'base', (_, one) => delete one.startupProbe],
    ['parley-api/api is killed too early', 'base', (pod) => (pod.terminationGracePeriodSeconds = 75)],
    ['parley-api is not spread', 'high-availability', (pod) => delete pod.topologySpreadConstraints],
    [
      'parley-api names the ServiceAccount other, which is not there',
      'base',
      (pod) => (pod.serviceAccountName = 'other'),
    ],
    ['parley-api mounts other, which is not there', 'base', (_, one) => (one.volumeMounts![0]!.name = 'other')],
    [
      'parley-api protects one pod, so no node can be drained',
      'high-availability',
      (_pod, _one, all) => (only(all, 'HorizontalPodAutoscaler').spec!.minReplicas = 1),
    ],
    [
      'parley-api is undone by each apply',
      'high-availability',
      (_pod, _one, all) => (only(all, 'Deployment').spec!.replicas = 3),
    ],
    [
      'parley leads nowhere',
      'base',
      (_pod, _one, all) => ((only(all, 'Service').spec!.selector as Record<string, string>)['a'] = 'b'),
    ],
    [
      'parley-api reaches 22 25,465,5432,587,6379 443,80 53,53',
      'base',
      (_pod, _one, all) => only(all, 'NetworkPolicy').spec!.egress!.push({ ports: [{ port: 22 }] }),
    ],
    [
      'parley-api reaches private addresses by HTTPS',
      'base',
      (_pod, _one, all) => only(all, 'NetworkPolicy').spec!.egress!.at(-1)!.to![0]!.ipBlock!.except!.pop(),
    ],
    [
      'parley-api is not held in both directions',
      'base',
      (_pod, _one, all) => only(all, 'NetworkPolicy').spec!.policyTypes!.pop(),
    ],
    [
      'parley-api is open on all ports',
      'base',
      (_pod, _one, all) => delete only(all, 'NetworkPolicy').spec!.ingress![0]!.ports,
    ],
    [
      'parley-api has an open port that it does not listen on',
      'base',
      (_pod, _one, all) => (only(all, 'NetworkPolicy').spec!.ingress![0]!.ports![0]!.port = 22),
    ],
    [
      'parley-api is held by 0 network policies',
      'base',
      (_pod, _one, all) => all.splice(all.indexOf(only(all, 'NetworkPolicy')), 1),
    ],
    [
      'parley-api names the ConfigMap parley, which is not there',
      'base',
      (_pod, _one, all) => all.splice(all.indexOf(only(all, 'ConfigMap')), 1),
    ],
    [
      'parley-api is spread among others',
      'base',
      (pod) => (pod.topologySpreadConstraints![0]!.labelSelector.matchLabels = { a: 'b' }),
    ],
    [
      'parley-api selects other pods than its own',
      'base',
      (_pod, _one, all) => (only(all, 'Deployment').spec!.selector = { matchLabels: { a: 'b' } }),
    ],
    [
      'parley-api protects nothing',
      'high-availability',
      (_pod, _one, all) => (only(all, 'PodDisruptionBudget').spec!.selector = { matchLabels: { a: 'b' } }),
    ],
    [
      'parley-api scales what is not there',
      'high-availability',
      (_pod, _one, all) => (only(all, 'HorizontalPodAutoscaler').spec!.scaleTargetRef!.name = 'other'),
    ],
    ['parley leads to a port that is not there', 'base', (_, one) => one.ports!.shift()],
    [
      'parley has a token',
      'base',
      (_pod, _one, all) => delete only(all, 'ServiceAccount').automountServiceAccountToken,
    ],
  ];

  it.each(wrongs)('are refused where %s (%s)', (problem, name, spoil) => {
    const manifests = of(name);
    const { spec } = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'parley-api')!;
    spoil(spec!.template!.spec, spec!.template!.spec.containers[0]!, manifests);
    expect(violations(manifests)).toContain(problem);
  });
});

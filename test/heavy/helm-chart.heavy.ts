import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { hasModels, isInstalled, kustomized, type Manifest, manifestsIn, unknownFields } from '../docker/manifest';
import { violations } from '../docker/policies';
import { settingsOfPods } from '../docker/settings-of-pods';

const CHART = 'docker/helm/parley';
const folder = mkdtempSync(join(tmpdir(), 'parley-helm-'));
const renderer = join(folder, 'template');

/** Debian's Go, and the functions of Helm's templates. */
function isBuilt(): boolean {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
  return spawnSync('go', ['build', '-o', renderer, 'test/heavy/helm/template.go'], { env }).status === 0;
}

const canRender = isBuilt() && isInstalled('kubectl', 'version', '--client');
if (!canRender)
  console.log(
    'Skipped for want of golang-go, golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev or kubectl.',
  );

(canRender ? describe : describe.skip)('the Helm chart', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  const render = (values: string, also: object = {}, release = 'parley'): Manifest[] => {
    const file = join(folder, 'also.yaml');
    writeFileSync(file, stringify(also));
    const files = [`${CHART}/ci/${values}-values.yaml`, file];
    return manifestsIn(execFileSync(renderer, [CHART, release, ...files], { encoding: 'utf8', stdio: 'pipe' }));
  };
  const find = (manifests: Manifest[], kind: string, name = ''): Manifest =>
    manifests.find((one) => one.kind === kind && one.metadata.name.includes(name))!;
  const ALL = ['least', 'single', 'full'] as const;
  const PLANS = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plans' }, data: {} };

  it.each(ALL)('keeps every policy of the manifests: %s values', (values) => {
    const manifests = render(values, { networkPolicy: { extraEgress: [] } });
    expect(manifests.length).toBeGreaterThan(5);
    expect(violations([...manifests, PLANS])).toEqual([]);
  });

  it.each(ALL)('gives each process settings that it starts with: %s values', (values) => {
    const read = settingsOfPods(render(values));
    expect(read.map(({ name }) => name.replace(/-[0-9a-f]{8}$/, '')).sort()).toEqual(
      ['parley-api', 'parley-migrate', ...(values === 'single' ? [] : ['parley-worker'])].sort(),
    );
    for (const { start } of read) expect(start).not.toThrow();
    expect(read.filter((one) => one.values['RUN_WORKER'] === 'yes')).toHaveLength(1);
  });

  (hasModels ? it : it.skip).each(ALL)('has only fields that Kubernetes has: %s values', (values) => {
    expect(unknownFields(render(values).filter(({ kind }) => kind !== 'PodMonitor'))).toEqual([]);
  });

  /** Without what only a release has: its labels, and what comes with its settings. */
  const OWN = ['app.kubernetes.io/instance', 'app.kubernetes.io/part-of', 'checksum/settings', 'imagePullPolicy'];
  const shape = (manifests: Manifest[]): object =>
    manifests
      .filter(({ kind }) => KINDS.includes(kind))
      .map(({ kind, metadata, spec }) => {
        const text = JSON.stringify(spec, (key, value: unknown) => (OWN.includes(key) ? undefined : value));
        const name = metadata.name.replace(/-[0-9a-f]{8}$/, '');
        return { kind, name, spec: JSON.parse(text.replace(/"parley:[^"]+"/, '"parley"')) as object };
      })
      .sort((one, other) => `${one.kind} ${one.name}`.localeCompare(`${other.kind} ${other.name}`));
  const KINDS = ['Deployment', 'Job', 'Service', 'NetworkPolicy', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'];

  it('runs what docker/kubernetes runs', () => {
    expect(shape(render('least'))).toEqual(shape(kustomized('docker/kubernetes/base')));
  });

  it('runs what the overlay for high availability runs', () => {
    const requests = { cpu: '500m', memory: '512Mi' };
    const also = { api: { resources: { requests }, autoscaling: { enabled: true } }, worker: { replicas: 2 } };
    const overlay = kustomized('docker/kubernetes/overlays/high-availability');
    expect(shape(render('least', also))).toEqual(shape(overlay));
  });

  it('has no budget, and no hard rule for nodes, for one pod', () => {
    const manifests = render('least');
    expect(find(manifests, 'PodDisruptionBudget')).toBeUndefined();
    expect(JSON.stringify(manifests)).not.toContain('DoNotSchedule');
  });

  it('names and selects nothing of another release', () => {
    const [one, other] = [render('full', {}, 'east-parley'), render('full', {}, 'support')];
    const names = (manifests: Manifest[]): string[] =>
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names(one).filter((name) => names(other).includes(name))).toEqual([]);
    expect(violations([...one, ...other, PLANS]).filter((problem) => !/ reaches .* 8443$/.test(problem))).toEqual([]);
  });

  it('runs the migrations of another image, and those of the same one no second time', () => {
    const job = (also: object): string => find(render('least', also), 'Job').metadata.name;
    expect(job({ settings: { LOG_LEVEL: 'debug' } })).toBe(job({}));
    expect(job({ image: { tag: '9.9.9' } })).not.toBe(job({}));
    const { image } = find(render('least', { image: { tag: '9.9.9' } }), 'Job').spec!.template!.spec.containers[0]!;
    expect(image).toBe('parley:9.9.9');
  });

  it('replaces pods when settings change', () => {
    const checksum = (also: object): string =>
      find(render('least', also), 'Deployment').spec!.template!.metadata.annotations!['checksum/settings']!;
    expect(checksum({ settings: { LOG_LEVEL: 'debug' } })).not.toBe(checksum({}));
  });

  it('waits as long for the end as the delay makes it', () => {
    const { terminationGracePeriodSeconds } = find(render('single'), 'Deployment').spec!.template!.spec;
    expect(terminationGracePeriodSeconds).toBe(88);
  });

  it('lets in what the values say', () => {
    const hosts = (values: string): unknown =>
      (find(render(values), 'Ingress').spec as { rules?: { host: string }[] }).rules!.map(({ host }) => host);
    expect(hosts('single')).toEqual(['parley.example.org', 'visitors.example.net']);
    expect(hosts('full')).toEqual(['parley.example.org']);
    expect(find(render('least'), 'Ingress')).toBeUndefined();
    const closed = render('full', { ingress: { enabled: false } }).find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'parley',
    )!.spec!.ingress!;
    expect(closed.map(({ from }) => from !== undefined)).toEqual([true, false, true]);
  });

  it('tells afterwards where it is', () => {
    const { stderr } = spawnSync(renderer, [CHART, 'parley', `${CHART}/ci/least-values.yaml`], { encoding: 'utf8' });
    expect(stderr).toContain('Nothing leads https://parley.example.org here yet');
    const full = spawnSync(renderer, [CHART, 'parley', `${CHART}/ci/full-values.yaml`], { encoding: 'utf8' });
    expect(full.stderr).toContain('Lead visitors.example.net to the address of the load balancer');
  });
});

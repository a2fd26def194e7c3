import type { Container, Labels, Manifest, PodSpec } from './manifest';

/** A pod that something here starts. */
interface Workload {
  name: string;
  kind: string;
  replicas: number;
  /** The manifest says how many. */
  isFixed: boolean;
  labels: Labels;
  pod: PodSpec;
}

/** What mail servers may take for an answer, in seconds, and the little that is left to do afterwards. */
const LAST_MAIL_SECONDS = 75;
/** `shutdown_delay` and `grace_period` of the proxy. */
const PROXY_SECONDS = 40;

/** The only capability that a container may have: the program of Caddy's image does not start without it. */
const CAPABILITIES: Record<string, string[]> = { proxy: ['NET_BIND_SERVICE'] };
/** The only secrets that may stand in an environment: Caddy reads none from a file. */
const SECRETS_IN_ENVIRONMENTS: Record<string, string[]> = { proxy: ['TLS_ASK_KEY'] };
const VOLUMES = ['emptyDir', 'secret', 'configMap', 'persistentVolumeClaim'];
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'];
/** What may be reached: names, PostgreSQL, Redis, mail servers and the web; and by the proxy, names, the API and the web. */
const EGRESS = ['25,465,5432,587,6379', '443,80', '53,53'];
const EGRESS_OF_PROXY = ['443,80', '53,53', 'http'];

/** Each rule that what is applied together breaks, by the name of what breaks it. */
export function violations(manifests: readonly Manifest[]): string[] {
  const workloads = manifests.flatMap((one) => workloadIn(one, manifests));
  return [
    ...workloads.flatMap((workload) => [
      ...rights(workload),
      ...workload.pod.containers.flatMap((container) => ofContainer(workload, container)),
      ...ofPlacement(workload),
      ...reach(workload, manifests),
      ...references(workload, manifests),
    ]),
    ...manifests.flatMap((one) => ofOthers(one, workloads)),
  ];
}

function workloadIn({ kind, metadata: { name }, spec }: Manifest, manifests: readonly Manifest[]): Workload[] {
  if (!spec?.template) return [];
  const scaler = manifests.find((one) => one.spec?.scaleTargetRef?.name === name);
  const replicas = scaler?.spec?.minReplicas ?? spec.replicas ?? 1;
  const { metadata, spec: pod } = spec.template;
  return [{ name, kind, replicas, isFixed: spec.replicas !== undefined, labels: metadata.labels, pod }];
}

/** What its containers may do to the node and the cluster. */
function rights({ name, pod }: Workload): string[] {
  const { runAsNonRoot, runAsUser = 0, seccompProfile } = pod.securityContext ?? {};
  return problems(name, {
    'runs as root': runAsNonRoot !== true || runAsUser < 10_000,
    'has no seccomp profile': seccompProfile?.type !== 'RuntimeDefault',
    'has a token': pod.automountServiceAccountToken !== false,
    'shares something with its node': Boolean(pod.hostNetwork ?? pod.hostPID ?? pod.hostIPC),
    'has a container that is not looked at': pod.initContainers !== undefined,
    'lets others read its secrets': (pod.volumes ?? []).some(({ secret }) => secret && secret.defaultMode !== 0o440),
    'may fill the disk of its node': (pod.volumes ?? []).some(
      ({ emptyDir }) => emptyDir && !(bytes(emptyDir.sizeLimit) > 0),
    ),
    'mounts what is not allowed': (pod.volumes ?? []).some((volume) =>
      Object.keys(volume).some((key) => key !== 'name' && !VOLUMES.includes(key)),
    ),
  });
}

function ofContainer({ name, kind, pod }: Workload, container: Container): string[] {
  const { securityContext: { privileged, allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = {} } =
    container;
  const { requests, limits } = container.resources ?? {};
  const allowed = CAPABILITIES[container.name] ?? [];
  const secrets = (container.env ?? []).filter(({ valueFrom }) => valueFrom !== undefined);
  const allowedSecrets = SECRETS_IN_ENVIRONMENTS[container.name] ?? [];
  return problems(`${name}/${container.name}`, {
    'can gain rights': privileged === true || allowPrivilegeEscalation !== false,
    'writes to its root': readOnlyRootFilesystem !== true,
    'keeps capabilities': capabilities?.drop?.includes('ALL') !== true,
    'has capabilities': (capabilities?.add ?? []).some((one) => !allowed.includes(one)),
    'has a secret in its environment':
      secrets.some((one) => !allowedSecrets.includes(one.name)) ||
      (container.envFrom ?? []).some(({ secretRef }) => secretRef !== undefined),
    'requests nothing': requests?.['cpu'] === undefined || requests['memory'] === undefined,
    'has no limit of memory, or one below what it requests': !(
      bytes(limits?.['memory']) >= bytes(requests?.['memory'])
    ),
    ...(kind === 'Deployment' && ofService(container, pod)),
  });
}

/** A long-running pod. */
function ofService({ name, env, ...container }: Container, pod: PodSpec): Record<string, boolean> {
  const { livenessProbe, readinessProbe, startupProbe, ports = [] } = container;
  const wrong = (probe: typeof livenessProbe, path: string): boolean =>
    probe?.httpGet?.path !== path || probe.httpGet.port !== 'management';
  const delay = Number(env?.find((one) => one.name === 'SHUTDOWN_DELAY_MS')?.value ?? 0) / 1_000;
  const needed = name === 'proxy' ? PROXY_SECONDS : LAST_MAIL_SECONDS + delay;
  return {
    'has no management port': !ports.some((port) => port.name === 'management'),
    'is not asked for its health on the management port':
      wrong(livenessProbe, '/health/live') || wrong(readinessProbe, '/health/ready'),
    'has no time to start in': name !== 'proxy' && wrong(startupProbe, '/health/ready'),
    'is killed too early': !((pod.terminationGracePeriodSeconds ?? 30) >= needed),
  };
}

/** Several pods are spread, by constraints that mean them. */
function ofPlacement({ name, labels, pod, replicas }: Workload): string[] {
  const constraints = pod.topologySpreadConstraints ?? [];
  return problems(name, {
    'is not spread': replicas > 1 && constraints.length === 0,
    'is spread among others': constraints.some(({ labelSelector }) => !selects(labelSelector.matchLabels, labels)),
  });
}

/** What the network policies let in and out. */
function reach({ name, labels, pod }: Workload, manifests: readonly Manifest[]): string[] {
  const policies = manifests.filter(
    ({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec?.podSelector?.matchLabels ?? {}, labels),
  );
  const [policy] = policies;
  if (!policy?.spec || policies.length > 1) return [`${name} is held by ${policies.length} network policies`];
  const { policyTypes = [], egress = [], ingress = [] } = policy.spec;
  const isProxy = pod.containers.some((one) => one.name === 'proxy');
  const out = egress
    .map(({ ports }) =>
      ports
        .map(({ port }) => String(port))
        .sort()
        .join(),
    )
    .sort();
  const web = egress.find(({ ports }) => ports.some(({ port }) => port === 443))?.to ?? [];
  return problems(name, {
    'is not held in both directions': policyTypes.join() !== 'Ingress,Egress',
    [`reaches ${out.join(' ')}`]: out.join(' ') !== (isProxy ? EGRESS_OF_PROXY : EGRESS).join(' '),
    'reaches private addresses by HTTPS':
      web.length === 0 || web.some(({ ipBlock }) => ipBlock === undefined) || !excepts(web[0], PRIVATE),
    'has an open port that it does not listen on': ingress.some(({ ports }) =>
      ports?.some(({ port }) => !['http', 'https', 'management'].includes(String(port))),
    ),
    'is open on all ports': ingress.some(({ ports }) => ports === undefined || ports.length === 0),
  });
}

function excepts(peer: { ipBlock?: { cidr: string; except?: string[] } } | undefined, ranges: string[]): boolean {
  return peer?.ipBlock?.cidr === '0.0.0.0/0' && ranges.every((range) => peer.ipBlock?.except?.includes(range));
}

/** Everything that a pod names is there, but for the secret, which no manifest has. */
function references({ name, pod }: Workload, manifests: readonly Manifest[]): string[] {
  const named: [string, string | undefined][] = [
    ['ServiceAccount', pod.serviceAccountName],
    ...pod.containers.flatMap(({ envFrom = [] }) =>
      envFrom.map(({ configMapRef }) => ['ConfigMap', configMapRef?.name] as [string, string | undefined]),
    ),
    ...(pod.volumes ?? []).flatMap(({ configMap, persistentVolumeClaim }): [string, string | undefined][] => [
      ...(configMap ? [['ConfigMap', configMap.name] as [string, string]] : []),
      ...(persistentVolumeClaim
        ? [['PersistentVolumeClaim', persistentVolumeClaim.claimName] as [string, string]]
        : []),
    ]),
  ];
  const volumes = (pod.volumes ?? []).map((one) => one.name);
  return [
    ...named
      .filter(([kind, wanted]) => !manifests.some((one) => one.kind === kind && one.metadata.name === wanted))
      .map(([kind, wanted]) => `${name} names the ${kind} ${wanted}, which is not there`),
    ...pod.containers
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .filter((mount) => !volumes.includes(mount.name))
      .map((mount) => `${name} mounts ${mount.name}, which is not there`),
  ];
}

function ofOthers({ kind, metadata: { name }, spec, ...one }: Manifest, workloads: Workload[]): string[] {
  const labels = spec?.selector && 'matchLabels' in spec.selector ? spec.selector.matchLabels : spec?.selector;
  const chosen = workloads.filter((workload) => labels && selects(labels as Labels, workload.labels));
  const target = workloads.find((workload) => workload.name === spec?.scaleTargetRef?.name);
  switch (kind) {
    case 'ServiceAccount':
      return problems(name, { 'has a token': one.automountServiceAccountToken !== false });
    case 'Deployment':
      return problems(name, { 'selects other pods than its own': chosen.length !== 1 || chosen[0]?.name !== name });
    case 'Service':
      return problems(name, {
        'leads nowhere': chosen.length !== 1,
        'leads to a port that is not there': (spec?.ports ?? []).some(
          ({ targetPort }) => !chosen[0]?.pod.containers[0]?.ports?.some((port) => port.name === targetPort),
        ),
      });
    case 'PodDisruptionBudget':
      return problems(name, {
        'protects one pod, so no node can be drained': !chosen.every((a) => a.replicas >= 2),
        'protects nothing': chosen.length !== 1,
      });
    case 'HorizontalPodAutoscaler':
      return problems(name, {
        'scales what is not there': target === undefined,
        'is undone by each apply': target?.isFixed === true,
      });
    default:
      return [];
  }
}

function selects(selector: Labels, labels: Labels): boolean {
  return Object.keys(selector).length > 0 && Object.entries(selector).every(([key, value]) => labels[key] === value);
}

function problems(name: string, found: Record<string, boolean>): string[] {
  return Object.keys(found)
    .filter((problem) => found[problem])
    .map((problem) => `${name} ${problem}`);
}

/** NaN where nothing is said. */
function bytes(amount: string | undefined): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(amount ?? '') ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
}

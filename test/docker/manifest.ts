import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';

/** What of Kubernetes' resources the policies look at. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels };
  data?: Record<string, string>;
  automountServiceAccountToken?: boolean;
  spec?: Spec;
}

export type Labels = Record<string, string>;

interface Spec {
  replicas?: number;
  selector?: { matchLabels: Labels } | Labels;
  template?: { metadata: { labels: Labels; annotations?: Labels }; spec: PodSpec };
  /** Of a Service. */
  ports?: { name: string; targetPort: string }[];
  /** Of a NetworkPolicy. */
  podSelector?: { matchLabels: Labels };
  policyTypes?: string[];
  ingress?: { from?: unknown[]; ports?: { port: number | string }[] }[];
  egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports: { port: number | string }[] }[];
  /** Of a HorizontalPodAutoscaler. */
  scaleTargetRef?: { name: string };
  minReplicas?: number;
  maxReplicas?: number;
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
}

export interface Container {
  name: string;
  image: string;
  command: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: {
    privileged?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Probe {
  httpGet?: { path: string; port: number | string };
}

interface Volume {
  name: string;
  emptyDir?: { sizeLimit?: string };
  secret?: { secretName: string; defaultMode?: number };
  configMap?: { name: string };
  persistentVolumeClaim?: { claimName: string };
}

export function manifestsIn(yaml: string): Manifest[] {
  return parseAllDocuments(yaml).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.contents === null ? [] : [document.toJS() as Manifest];
  });
}

/** What `kubectl apply --kustomize` would apply. */
export function kustomized(folder: string): Manifest[] {
  return manifestsIn(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }));
}

export function isInstalled(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's models of Kubernetes' resources, which its own Python has. */
export const hasModels = isInstalled('/usr/bin/python3', '-c', 'import kubernetes.client');

/** Fields that Kubernetes does not know, or knows as something else; fields that are missing. */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const input = JSON.stringify(manifests);
  const found = execFileSync('/usr/bin/python3', ['test/docker/kubernetes-models.py'], { input, encoding: 'utf8' });
  return found.split('\n').filter((line) => line !== '');
}

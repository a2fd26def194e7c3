import { readFileSync } from 'node:fs';
import { FULL_NAME, linesOf, type ManifestTemplate, templatesOf } from './manifest-template';
import { INGRESS, POD_MONITOR, SETTINGS } from './template-texts';

const POD = ['spec', 'template', 'spec'] as const;
const CONTAINER = [...POD, 'containers', 0] as const;
const HIGH = 'components/high-availability';
const DOMAINS = 'components/custom-domains';

const SCRAPED = `
{{- if not .Values.podMonitor.enabled }}
prometheus.io/scrape: 'true'
prometheus.io/port: {{ .Values.managementPort | quote }}
prometheus.io/path: /metrics
{{- end }}
# New settings come with new pods.
checksum/settings: {{ include (print $.Template.BasePath "/settings.yaml") . | sha256sum }}
{{- with .Values.podAnnotations }}
{{- toYaml . | nindent 8 }}
{{- end }}`;

/** The templates of the chart, by their files: made of the manifests of docker/kubernetes, so that both run the same. */
export function templates(): Record<string, string> {
  return {
    'service-account.yaml': templatesOf('base/service-account.yaml', 1).join(''),
    'settings.yaml': SETTINGS,
    'migrate.yaml': migrate(),
    'api.yaml': api(),
    'worker.yaml': worker(),
    'network-policy.yaml': networkPolicy(),
    'disruption-budgets.yaml': disruptionBudgets(),
    'autoscaler.yaml': autoscaler(),
    'ingress.yaml': INGRESS,
    'pod-monitor.yaml': POD_MONITOR,
    'custom-domains.yaml': customDomains(),
  };
}

function api(): string {
  const [deployment, balanced] = templatesOf('base/api.yaml', 2);
  service(deployment, 'api')
    .putLines(
      ['spec'],
      '{{- if not .Values.api.autoscaling.enabled }}\nreplicas: {{ .Values.api.replicas }}\n{{- end }}',
      'replicas',
    )
    .put(
      [...POD, 'terminationGracePeriodSeconds'],
      '{{ add 75 (div (add (int .Values.api.shutdownDelayMs) 999) 1000) }}',
    )
    .put([...CONTAINER, 'env', 0, 'value'], '{{ .Values.worker.enabled | ternary "\'no\'" "\'yes\'" }}')
    .put([...CONTAINER, 'env', 1, 'value'], '{{ .Values.api.shutdownDelayMs | int | quote }}')
    .put([...CONTAINER, 'ports', 1, 'containerPort'], '{{ .Values.managementPort }}');
  balanced.putLines(
    ['metadata'],
    '{{- with .Values.service.annotations }}\nannotations: {{- toYaml . | nindent 4 }}\n{{- end }}',
  );
  return [deployment, balanced].join('---\n');
}

function worker(): string {
  const [deployment] = templatesOf('base/worker.yaml', 1);
  service(deployment, 'worker')
    .put(['spec', 'replicas'], '{{ .Values.worker.replicas }}')
    .put([...CONTAINER, 'ports', 0, 'containerPort'], '{{ .Values.managementPort }}');
  return only('.Values.worker.enabled', String(deployment));
}

/** Common parts of all pods with a graceful shutdown. */
function service(deployment: ManifestTemplate, component: 'api' | 'worker'): ManifestTemplate {
  const spread = 'topologySpreadConstraints';
  const one = linesOf(`base/${component}.yaml`, [...POD, spread]);
  const many = linesOf(`${HIGH}/spread-${component}.yaml`, [0, 'value']);
  return program(deployment, component)
    .putLines(
      [...POD],
      `${spread}:\n{{- if ${isMany(component)} }}\n${indent(many)}{{- else }}\n${indent(one)}{{- end }}`,
      spread,
    )
    .delete(['spec', 'template', 'metadata', 'annotations', 'prometheus.io/port'])
    .delete(['spec', 'template', 'metadata', 'annotations', 'prometheus.io/path'])
    .putLines(['spec', 'template', 'metadata', 'annotations'], SCRAPED, 'prometheus.io/scrape');
}

/** Common parts of all pods with the image of Parley. */
function program(workload: ManifestTemplate, component: 'api' | 'worker' | 'migrate'): ManifestTemplate {
  return workload
    .put([...CONTAINER, 'image'], '{{ include "parley.image" . }}')
    .putLines([...CONTAINER], 'imagePullPolicy: {{ .Values.image.pullPolicy }}')
    .putYaml([...CONTAINER, 'resources'], `.Values.${component}.resources`)
    .putLines(
      [...CONTAINER, 'volumeMounts'],
      '{{- with .Values.extraVolumeMounts }}\n{{- toYaml . | nindent 12 }}\n{{- end }}',
    )
    .putLines([...POD, 'volumes'], '{{- with .Values.extraVolumes }}\n{{- toYaml . | nindent 8 }}\n{{- end }}')
    .putLines([...POD], placed());
}

/** Node placement and pull secrets of pods. */
function placed(): string {
  return ['imagePullSecrets', 'nodeSelector', 'tolerations', 'affinity']
    .map((key) => `{{- with .Values.${key} }}\n${key}: {{- toYaml . | nindent 8 }}\n{{- end }}`)
    .join('\n');
}

function migrate(): string {
  const [job] = templatesOf('base/migrate.yaml', 1);
  program(job, 'migrate').put(
    ['metadata', 'name'],
    `${FULL_NAME}-migrate-{{ include "parley.migrate" . | sha256sum | trunc 8 }}`,
  );
  const [head, spec] = String(job).split(/^(?=spec:$)/m) as [string, string];
  return `{{- define "parley.migrate" }}
${spec}{{- end }}
# Brings the schema up to this version. A Job cannot be changed, so each other one has another name, and Helm removes the one before.
# It is no hook: pods wait for the schema by themselves, and tools that apply what \`helm template\` prints treat it like the rest.
${head.replace(/^(#.*\n)+/, '')}{{- include "parley.migrate" . }}
`;
}

function networkPolicy(): string {
  const [policy] = templatesOf('base/network-policy.yaml', 1);
  const proxied = linesOf(`${DOMAINS}/requests-from-proxy.yaml`, [0, 'value']);
  const open = linesOf('base/network-policy.yaml', ['spec', 'ingress']).replaceAll(/^(#.*\n)+/g, '');
  const more = (key: string): string =>
    `{{- with .Values.networkPolicy.${key} }}\n{{- toYaml . | nindent 4 }}\n{{- end }}`;
  policy
    .putLines(
      ['spec'],
      `ingress:\n{{- if and .Values.customDomains.enabled (not .Values.ingress.enabled) }}\n${indent(proxied)}{{- else }}\n${indent(open)}{{- end }}\n${more('extraIngress')}`,
      'ingress',
    )
    .putLines(['spec', 'egress'], more('extraEgress'));
  return only('.Values.networkPolicy.enabled', String(policy));
}

/** None for a single pod: it could not be moved from a node any more. */
function disruptionBudgets(): string {
  const [api, worker] = templatesOf(`${HIGH}/disruption-budgets.yaml`, 2);
  return [only(isMany('api'), String(api)), only(isMany('worker'), `---\n${String(worker)}`)].join('');
}

function autoscaler(): string {
  const [scaler] = templatesOf(`${HIGH}/autoscaler.yaml`, 1);
  const scaling = '.Values.api.autoscaling';
  scaler
    .put(['spec', 'minReplicas'], `{{ ${scaling}.minReplicas }}`)
    .put(['spec', 'maxReplicas'], `{{ ${scaling}.maxReplicas }}`)
    .put(['spec', 'metrics', 0, 'resource', 'target', 'averageUtilization'], `{{ ${scaling}.targetCpuPercent }}`);
  return only(`${scaling}.enabled`, String(scaler));
}

function customDomains(): string {
  const [deployment, claim, balancer] = templatesOf(`${DOMAINS}/proxy.yaml`, 3);
  const [policy] = templatesOf(`${DOMAINS}/network-policy.yaml`, 1);
  const values = '.Values.customDomains';
  deployment
    .put([...CONTAINER, 'image'], `{{ ${values}.image }}`)
    .putYaml([...CONTAINER, 'resources'], `${values}.resources`)
    .putLines([...POD], placed())
    .putLines(
      ['spec', 'template', 'metadata'],
      'annotations:\n  checksum/caddyfile: {{ include "parley.caddyfile" . | sha256sum }}\n  {{- with .Values.podAnnotations }}\n  {{- toYaml . | nindent 8 }}\n  {{- end }}',
    );
  balancer.putLines(
    ['metadata'],
    `{{- with ${values}.serviceAnnotations }}\nannotations: {{- toYaml . | nindent 4 }}\n{{- end }}`,
  );
  claim
    .put(['spec', 'resources', 'requests', 'storage'], `{{ ${values}.storage }}`)
    .putLines(['spec'], `{{- with ${values}.storageClass }}\nstorageClassName: {{ . }}\n{{- end }}`);
  const caddyfile = readFileSync(`docker/kubernetes/${DOMAINS}/Caddyfile`, 'utf8').replaceAll(
    'parley:3000',
    `${FULL_NAME}:3000`,
  );
  const parts = [deployment, claim, balancer, CADDYFILE].join('---\n');
  return `{{- define "parley.caddyfile" -}}
${caddyfile}{{- end }}
${only(`${values}.enabled`, `${parts}{{- if .Values.networkPolicy.enabled }}\n---\n${String(policy)}{{- end }}\n`)}`;
}

const CADDYFILE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${FULL_NAME}-proxy
  labels:
    app.kubernetes.io/name: parley-proxy
    app.kubernetes.io/instance: {{ .Release.Name }}
    {{- include "parley.labels" . | nindent 4 }}
data:
  Caddyfile: | {{- include "parley.caddyfile" . | nindent 4 }}
`;

/** Whether at least two pods of a kind run. */
function isMany(component: 'api' | 'worker'): string {
  const replicas = `(gt (int .Values.${component}.replicas) 1)`;
  return component === 'api'
    ? `or .Values.api.autoscaling.enabled ${replicas}`
    : `and .Values.worker.enabled ${replicas}`;
}

function only(condition: string, text: string): string {
  return `{{- if ${condition} }}\n${text}{{- end }}\n`;
}

function indent(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}

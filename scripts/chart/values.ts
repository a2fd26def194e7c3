import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { GIVEN_OTHERWISE, type Schema, schemaOfSettings, SECRETS } from './settings-schema';

/** A value of the chart: a group of values, or a single value with its default. */
interface Group {
  readonly description: string;
  readonly values: Record<string, Value>;
}
interface Single {
  readonly description: string;
  readonly schema: Schema;
  readonly value: unknown;
}
type Value = Group | Single;

const ANY_MAP = { type: 'object' };
const ANY_LIST = { type: 'array' };
const TEXTS = { type: 'object', additionalProperties: { type: 'string' } };
const text = (description: string, value: string): Single => ({ description, schema: { type: 'string' }, value });
const yes = (description: string, value: boolean): Single => ({ description, schema: { type: 'boolean' }, value });
const whole = (description: string, value: number, minimum: number, maximum: number): Single => ({
  description,
  schema: { type: 'integer', minimum, maximum },
  value,
});

/** All values of a release. The defaults come from the manifests. */
function values(): Record<string, Value> {
  return {
    image: {
      description: 'The image of docker/Dockerfile',
      values: {
        repository: { description: 'Repository', schema: { type: 'string', minLength: 1 }, value: 'parley' },
        tag: text('Tag. If empty, the version of the chart', ''),
        digest: text('Digest (`sha256:…`), instead of a tag', ''),
        pullPolicy: {
          description: 'When nodes pull the image',
          schema: { enum: ['Always', 'IfNotPresent', 'Never'] },
          value: 'IfNotPresent',
        },
      },
    },
    imagePullSecrets: {
      description: 'Pull secrets for the registry of the image, as in pods',
      schema: ANY_LIST,
      value: [],
    },
    existingSecret: {
      description: 'Name of the Secret with the secret settings, one key for each setting',
      schema: { type: 'string', minLength: 1 },
      value: 'parley',
    },
    secrets: {
      description: `Settings to read from the Secret. Must include SECRET_KEY and DATABASE_URL. Allowed: ${SECRETS.join(', ')}`,
      schema: {
        type: 'array',
        items: { enum: SECRETS },
        uniqueItems: true,
        allOf: [{ contains: { const: 'SECRET_KEY' } }, { contains: { const: 'DATABASE_URL' } }],
      },
      value: ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL'],
    },
    settings: {
      description: `Other settings by name, as numbers, texts or lists. PUBLIC_URL and MAIL_FROM are required. Set elsewhere: ${Object.entries(
        GIVEN_OTHERWISE,
      )
        .map(([name, by]) => `${name} by ${by}`)
        .join(', ')}`,
      schema: schemaOfSettings(),
      value: { TRUSTED_PROXIES: settingInBase('TRUSTED_PROXIES') },
    },
    features: {
      description: 'Your own features in `image`, in addition to those of Parley: docs/a-feature-of-your-own.md',
      values: {
        modules: {
          description: 'Packages or files of the features, as in PARLEY_FEATURES',
          schema: { type: 'array', items: { type: 'string', minLength: 1 } },
          value: [],
        },
        settings: {
          description: 'Settings of the features, by name',
          schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'array'] } },
          value: {},
        },
      },
    },
    managementPort: whole('Port of health checks and metrics', 9464, 1_024, 65_535),
    api: {
      description: 'Pods that answer requests',
      values: {
        replicas: whole(
          'Number of pods. With two or more, they have a PodDisruptionBudget and run on several nodes',
          1,
          1,
          1_000,
        ),
        shutdownDelayMs: whole(
          'How long pods accept requests after SIGTERM, in milliseconds. The grace period follows',
          5_000,
          0,
          120_000,
        ),
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/api.yaml') },
        autoscaling: {
          description: 'Number of pods by CPU load, instead of `replicas`',
          values: {
            enabled: yes('Whether the number of pods follows the load', false),
            minReplicas: whole('Minimum number of pods', 3, 2, 1_000),
            maxReplicas: whole('Maximum number of pods. Each opens up to 23 connections to PostgreSQL', 6, 2, 1_000),
            targetCpuPercent: whole('Target CPU load, in percent of the requested CPU', 70, 1, 100),
          },
        },
      },
    },
    worker: {
      description: 'Pods for background work',
      values: {
        enabled: yes('Whether background work has separate pods. Otherwise the API pods do it', true),
        replicas: whole('Number of pods. With two or more, as for the API', 1, 1, 100),
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/worker.yaml') },
      },
    },
    migrate: {
      description: 'Job that migrates the schema to the version of the image',
      values: {
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/migrate.yaml') },
      },
    },
    service: {
      description: 'Service of the API',
      values: { annotations: { description: 'Annotations', schema: TEXTS, value: {} } },
    },
    ingress: {
      description: 'Ingress for the hosts of PUBLIC_URL and VISITOR_URL. With custom domains, for PUBLIC_URL only',
      values: {
        enabled: yes('Whether it is installed', false),
        className: text('Ingress class', ''),
        annotations: { description: 'Annotations. The Ingress must not buffer responses', schema: TEXTS, value: {} },
        tlsSecret: text('Secret with the certificate', ''),
      },
    },
    customDomains: {
      description:
        'Caddy as a proxy for custom domains. Requires TLS_ASK_KEY in `secrets`, and the setting VISITOR_URL',
      values: {
        enabled: yes('Whether the proxy is installed', false),
        image: { description: 'Image of Caddy', schema: { type: 'string', minLength: 1 }, value: imageOfProxy() },
        resources: {
          description: 'Requests and limits',
          schema: ANY_MAP,
          value: resourcesOf('components/custom-domains/proxy.yaml'),
        },
        serviceAnnotations: { description: 'Annotations of the load balancer', schema: TEXTS, value: {} },
        storage: {
          description: 'Size of the volume for certificates',
          schema: { type: 'string', pattern: '^[0-9]+(Mi|Gi)$' },
          value: '1Gi',
        },
        storageClass: text('Storage class. If empty, the default of the cluster', ''),
      },
    },
    podMonitor: {
      description: 'PodMonitor of the Prometheus Operator, instead of annotations',
      values: {
        enabled: yes('Whether it is installed', false),
        interval: text('Interval between scrapes', '30s'),
        labels: { description: 'Labels by which Prometheus finds it', schema: TEXTS, value: {} },
      },
    },
    networkPolicy: {
      description: 'NetworkPolicy for traffic to and from pods. Other policies can only allow more',
      values: {
        enabled: yes('Whether it is installed', true),
        extraIngress: { description: 'Additional ingress rules, as in a NetworkPolicy', schema: ANY_LIST, value: [] },
        extraEgress: {
          description: 'Additional egress rules, such as for your own model servers',
          schema: ANY_LIST,
          value: [],
        },
      },
    },
    podAnnotations: { description: 'Annotations of all pods except for the Job', schema: TEXTS, value: {} },
    nodeSelector: { description: 'Node selector of all pods', schema: TEXTS, value: {} },
    tolerations: { description: 'Tolerations of all pods', schema: ANY_LIST, value: [] },
    affinity: { description: 'Affinity of all pods', schema: ANY_MAP, value: {} },
    extraVolumes: {
      description: 'Additional volumes, such as a ConfigMap for PLANS_FILE',
      schema: ANY_LIST,
      value: [],
    },
    extraVolumeMounts: { description: 'Mount paths of the additional volumes', schema: ANY_LIST, value: [] },
  };
}

export function valuesYaml(): string {
  return `# Generated by npm run charts. values.schema.json describes each value.\n${yamlOf(values(), '')}`;
}

export function valuesSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schemaOf({ description: 'Values of the chart of Parley', values: values() }),
    // Helm adds this value for subcharts.
    if: {
      required: ['customDomains'],
      properties: { customDomains: { required: ['enabled'], properties: { enabled: { const: true } } } },
    },
    then: { properties: { secrets: { contains: { const: 'TLS_ASK_KEY' } }, settings: { required: ['VISITOR_URL'] } } },
  };
}

/** Path, description and default of each value, for the README. */
export function valueRows(group = values(), path = ''): string[][] {
  return Object.entries(group).flatMap(([name, value]) =>
    'values' in value
      ? valueRows(value.values, `${path}${name}.`)
      : [[`\`${path}${name}\``, value.description, `\`${JSON.stringify(value.value)}\``]],
  );
}

function yamlOf(group: Record<string, Value>, indent: string): string {
  return Object.entries(group)
    .map(([name, value]) => {
      const comment = `${indent}# ${value.description}.\n`;
      if ('values' in value) return `${comment}${indent}${name}:\n${yamlOf(value.values, `${indent}  `)}`;
      return (
        comment + stringify({ [name]: value.value }, { singleQuote: true, lineWidth: 0 }).replace(/^(?=.)/gm, indent)
      );
    })
    .join(indent === '' ? '\n' : '');
}

function schemaOf(value: Value): Schema {
  if (!('values' in value)) return { description: value.description, ...value.schema };
  const properties = Object.entries(value.values).map(([name, one]) => [name, schemaOf(one)]);
  return {
    description: value.description,
    type: 'object',
    properties: { ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

interface Workload {
  spec: { template: { spec: { containers: { image: string; resources: object }[] } } };
}

function containerOf(file: string): Workload['spec']['template']['spec']['containers'][number] {
  const [document] = parseAllDocuments(readFileSync(`docker/kubernetes/${file}`, 'utf8'));
  const [container] = (document!.toJS() as Workload).spec.template.spec.containers;
  return container!;
}

function resourcesOf(file: string): object {
  return containerOf(file).resources;
}

function imageOfProxy(): string {
  return containerOf('components/custom-domains/proxy.yaml').image;
}

function settingInBase(name: string): string {
  const { data } = parse(readFileSync('docker/kubernetes/base/settings.yaml', 'utf8')) as {
    data: Record<string, string>;
  };
  return data[name]!;
}

import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { GIVEN_OTHERWISE, type Schema, schemaOfSettings, SECRETS } from './settings-schema';

/** A value of the chart: a group of values, or one with what it is where nobody sets it. */
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

/** Everything that can be said of a release; what the manifests say of it is the default. */
function values(): Record<string, Value> {
  return {
    image: {
      description: 'The image of docker/Dockerfile',
      values: {
        repository: { description: 'Where it is', schema: { type: 'string', minLength: 1 }, value: 'parley' },
        tag: text('Its tag; that of the version of the chart if empty', ''),
        digest: text('Its digest (`sha256:…`), instead of a tag', ''),
        pullPolicy: { description: 'When nodes fetch it', schema: { enum: ['Always', 'IfNotPresent', 'Never'] }, value: 'IfNotPresent' }, // prettier-ignore
      },
    },
    imagePullSecrets: { description: 'Secrets for its registry, as in pods', schema: ANY_LIST, value: [] },
    existingSecret: { description: 'Name of the secret that has the secret settings, each as a key by its name', schema: { type: 'string', minLength: 1 }, value: 'parley' }, // prettier-ignore
    secrets: {
      description: `Those that are in it and are read; SECRET_KEY and DATABASE_URL always: ${SECRETS.join(', ')}`,
      schema: {
        type: 'array',
        items: { enum: SECRETS },
        uniqueItems: true,
        allOf: [{ contains: { const: 'SECRET_KEY' } }, { contains: { const: 'DATABASE_URL' } }],
      },
      value: ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL'],
    },
    settings: {
      description: `Settings that are no secrets, by their names, as numbers, texts or lists; PUBLIC_URL and MAIL_FROM are needed. Given otherwise: ${Object.entries(GIVEN_OTHERWISE).map(([name, by]) => `${name} by ${by}`).join(', ')}`, // prettier-ignore
      schema: schemaOfSettings(),
      value: { TRUSTED_PROXIES: settingInBase('TRUSTED_PROXIES') },
    },
    features: {
      description: 'Features of your own, which `image` has beside those of Parley: docs/a-feature-of-your-own.md',
      values: {
        modules: { description: 'Their packages or files, as in PARLEY_FEATURES', schema: { type: 'array', items: { type: 'string', minLength: 1 } }, value: [] }, // prettier-ignore
        settings: { description: 'Their settings, by their names', schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'array'] } }, value: {} }, // prettier-ignore
      },
    },
    managementPort: whole('Port of health checks and metrics', 9464, 1_024, 65_535),
    api: {
      description: 'What answers requests',
      values: {
        replicas: whole('How many; from two on, they have a PodDisruptionBudget and are kept on several nodes', 1, 1, 1_000), // prettier-ignore
        shutdownDelayMs: whole('How long requests are still taken after SIGTERM, in milliseconds; the grace period follows', 5_000, 0, 120_000), // prettier-ignore
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/api.yaml') },
        autoscaling: {
          description: 'More and fewer of them, by their processors’ load, instead of `replicas`',
          values: {
            enabled: yes('Whether', false),
            minReplicas: whole('At least', 3, 2, 1_000),
            maxReplicas: whole('At most; each opens up to 23 connections to PostgreSQL', 6, 2, 1_000),
            targetCpuPercent: whole('Load that is aimed at, in percent of what is requested', 70, 1, 100),
          },
        },
      },
    },
    worker: {
      description: 'What does background work',
      values: {
        enabled: yes('Whether it runs by itself; otherwise the API does its work', true),
        replicas: whole('How many; from two on, as above', 1, 1, 100),
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/worker.yaml') },
      },
    },
    migrate: {
      description: 'The Job that brings the schema up to the version of the image',
      values: {
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('base/migrate.yaml') },
      },
    },
    service: {
      description: 'The Service of the API',
      values: { annotations: { description: 'Its annotations', schema: TEXTS, value: {} } },
    },
    ingress: {
      description:
        'An Ingress for the hosts of PUBLIC_URL and VISITOR_URL. With custom domains, it has the former only',
      values: {
        enabled: yes('Whether there is one', false),
        className: text('Its class', ''),
        annotations: { description: 'Its annotations; answers must not be buffered', schema: TEXTS, value: {} },
        tlsSecret: text('Secret with its certificate', ''),
      },
    },
    customDomains: {
      description: 'Caddy in front, for customers’ own domains; `secrets` must have TLS_ASK_KEY, and the settings VISITOR_URL', // prettier-ignore
      values: {
        enabled: yes('Whether it is there', false),
        image: { description: 'Its image', schema: { type: 'string', minLength: 1 }, value: imageOfProxy() },
        resources: { description: 'Requests and limits', schema: ANY_MAP, value: resourcesOf('components/custom-domains/proxy.yaml') }, // prettier-ignore
        serviceAnnotations: { description: 'Annotations of the load balancer', schema: TEXTS, value: {} },
        storage: { description: 'Size of the volume for certificates', schema: { type: 'string', pattern: '^[0-9]+(Mi|Gi)$' }, value: '1Gi' }, // prettier-ignore
        storageClass: text('Its class; that of the cluster if empty', ''),
      },
    },
    podMonitor: {
      description: 'A PodMonitor of the Prometheus Operator, instead of annotations',
      values: {
        enabled: yes('Whether there is one', false),
        interval: text('How often metrics are read', '30s'),
        labels: { description: 'Its labels, by which Prometheus finds it', schema: TEXTS, value: {} },
      },
    },
    networkPolicy: {
      description: 'What pods may reach, and who may reach them; other policies can only allow more',
      values: {
        enabled: yes('Whether there is one', true),
        extraIngress: { description: 'More that comes in, as in a NetworkPolicy', schema: ANY_LIST, value: [] },
        extraEgress: { description: 'More that goes out, such as to model servers of your own', schema: ANY_LIST, value: [] }, // prettier-ignore
      },
    },
    podAnnotations: { description: 'Annotations of all pods but that of the Job', schema: TEXTS, value: {} },
    nodeSelector: { description: 'Nodes for all pods', schema: TEXTS, value: {} },
    tolerations: { description: 'What all pods tolerate of nodes', schema: ANY_LIST, value: [] },
    affinity: { description: 'Of all pods', schema: ANY_MAP, value: {} },
    extraVolumes: { description: 'More volumes, such as a ConfigMap for PLANS_FILE', schema: ANY_LIST, value: [] },
    extraVolumeMounts: { description: 'Where they are mounted', schema: ANY_LIST, value: [] },
  };
}

export function valuesYaml(): string {
  return `# Made by npm run charts. What each value means, and which are taken, is in values.schema.json.\n${yamlOf(values(), '')}`;
}

export function valuesSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schemaOf({ description: 'Values of the chart of Parley', values: values() }),
    // Helm adds it for charts that are part of another.
    if: { required: ['customDomains'], properties: { customDomains: { required: ['enabled'], properties: { enabled: { const: true } } } } }, // prettier-ignore
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
      return comment + stringify({ [name]: value.value }, { singleQuote: true, lineWidth: 0 }).replace(/^(?=.)/gm, indent);
    })
    .join(indent === '' ? '\n' : '');
} // prettier-ignore

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
  const { data } = parse(readFileSync('docker/kubernetes/base/settings.yaml', 'utf8')) as { data: Record<string, string> }; // prettier-ignore
  return data[name]!;
}

// Writes the tables of docs/settings.md, from src/config/settings.ts:
//   node -r ./scripts/register-swc.js scripts/settings-table.ts
// test/docs/settings.spec.ts fails while the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { secretsOf, type SettingText, settingsOf } from '../src/config/setting';
import { EnvironmentSettings } from '../src/config/settings';
import { markdownTable, withPart } from './markdown-table';

interface Group {
  title: string;
  /** What to read before you set these. */
  intro: string;
  /** The beginnings of the names: `SMTP_URL` is one setting, `MAIL_` a family. */
  names: readonly string[];
}

/** A setting belongs to the first group that names it. */
const GROUPS: readonly Group[] = [
  {
    title: 'Addresses and processes',
    intro: 'See [Install](operations/install.md) and [Processes](operations/processes.md).',
    names: [
      'NODE_ENV',
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'VISITOR_URL',
      'TLS_ASK_KEY',
      'TRUSTED_PROXIES',
      'TRUSTED_ORIGINS',
      'MANAGEMENT_PORT',
      'RUN_WORKER',
      'SHUTDOWN_DELAY_MS',
    ],
  },
  {
    title: 'Secret keys and sign-in',
    intro: 'See [Replace SECRET_KEY](operations/secrets.md).',
    names: ['SECRET_KEY', 'REGISTRATION', 'SESSION_TTL_SECONDS', 'IDENTITY_TIMEOUT_MS'],
  },
  {
    title: 'Database and Redis',
    intro: 'See [The database](operations/database.md) and [Redis](operations/processes.md#redis).',
    names: ['DATABASE_', 'DATA_DIR', 'REDIS_URL'],
  },
  {
    title: 'Email',
    intro: 'See [Email](email.md).',
    names: ['SMTP_URL', 'MAIL_', 'INBOX_URL', 'VISITOR_MAIL_AFTER_SECONDS'],
  },
  {
    title: 'Files of messages',
    intro: 'See [Files](operations/files.md).',
    names: ['FILES_'],
  },
  {
    title: 'Push notifications',
    intro: 'See [Notifications](notifications.md#running-push).',
    names: ['VAPID_SUBJECT'],
  },
  {
    title: 'Webhooks',
    intro: 'See [Webhooks](webhooks.md#delivery).',
    names: ['WEBHOOK_'],
  },
  {
    title: 'Models',
    intro: 'See [Model servers](operations/model-servers.md) and [Models](operations/models.md).',
    names: ['MODEL_', 'MODELS_ALLOWED'],
  },
  {
    title: 'Embeddings',
    intro: 'See [Embeddings](operations/models.md#embeddings).',
    names: ['EMBEDDING_'],
  },
  {
    title: 'Reranker',
    intro: 'See [Reranker](operations/models.md#reranker).',
    names: ['RERANKER_'],
  },
  {
    title: 'Sources and imports',
    intro:
      'See [Addresses that users give](operations/network.md), [the process that reads sources](operations/processes.md#the-process-that-reads-sources) and [Contacts](operations/contacts.md).',
    names: ['FETCH_ALLOWED_HOSTS', 'DNS_SERVERS', 'COMPUTE_', 'IMPORT_'],
  },
  {
    title: 'Plans and features',
    intro:
      'See [Plans](operations/limits.md#plans) and [Features of your own](operations/install.md#features-of-your-own).',
    names: ['PLANS_FILE', 'PARLEY_FEATURES'],
  },
  {
    title: 'Logs and traces',
    intro: 'See [Monitoring](operations/monitoring.md). Traces use the standard variables of OpenTelemetry.',
    names: ['LOG_LEVEL', 'OTEL_'],
  },
  {
    title: 'Rate limits of visitors',
    intro: 'See [Limits](operations/limits.md). They apply to the widget, the chat page and your own UI for visitors.',
    names: ['LIMIT_VISITOR_'],
  },
  {
    title: 'Other rate limits',
    intro: 'See [Limits](operations/limits.md).',
    names: ['LIMIT_'],
  },
];

/** The page with its tables as the code has them now. */
export function withSettings(page: string): string {
  const left = new Set(settingsOf(EnvironmentSettings));
  const parts = GROUPS.map(({ title, intro, names }) => {
    const settings = names.flatMap((name) => [...left].filter((one) => belongsTo(one, name)));
    settings.forEach((one) => left.delete(one));
    return `## ${title}\n\n${intro}\n\n${tableOf([...new Set(settings)])}`;
  });
  const [forgotten] = left;
  if (forgotten) throw new Error(`scripts/settings-table.ts: no group names ${forgotten.name}`);
  return withPart(withPart(page, 'settings', parts.join('\n\n')), 'secrets', secrets());
}

function belongsTo({ name }: SettingText, prefix: string): boolean {
  return prefix.endsWith('_') ? name.startsWith(prefix) : name === prefix || name === `${prefix}_FALLBACKS`;
}

function secrets(): string {
  return secretsOf(EnvironmentSettings)
    .map((name) => `- \`${name}_FILE\``)
    .join('\n');
}

function tableOf(settings: readonly SettingText[]): string {
  const defaults = new EnvironmentSettings() as unknown as Record<string, unknown>;
  const rows = settings.map(({ name, description, absent }) => [
    `\`${name}\``,
    description,
    absent ?? String(defaults[name]),
  ]);
  return markdownTable([['Variable', 'Description', 'Default'], ...rows]);
}

if (require.main === module) {
  writeFileSync('docs/settings.md', withSettings(readFileSync('docs/settings.md', 'utf8')));
}

import { loadSettings, type Settings } from '../../src/config/load-settings';
import { secretsOf, settingsOf } from '../../src/config/setting';
import { EnvironmentSettings } from '../../src/config/settings';
import type { Container, Manifest } from './manifest';

const FOLDER = '/run/secrets/parley';
/** What the secret of the installation holds. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgresql://parley@postgres/parley',
  SMTP_URL: 'smtp://mail',
};
const NAMES = settingsOf(EnvironmentSettings).map(({ name }) => name);

interface PodSettings {
  name: string;
  /** Throws what is wrong with them. */
  start: () => Settings;
  values: Record<string, string>;
}

/** The settings with which each process of the image would start, without those of the image itself. */
export function settingsOfPods(manifests: readonly Manifest[]): PodSettings[] {
  return manifests.flatMap(({ metadata: { name }, spec }) =>
    (spec?.template?.spec.containers ?? [])
      .filter(({ command }) => command[0]!.startsWith('parley-'))
      .map((container) => {
        const values = {
          ...environmentOf(container, manifests),
          ...(container.command[0] === 'parley-worker' && { RUN_WORKER: 'yes' }),
        };
        return { name, values, start: () => loadSettings({ NODE_ENV: 'production', ...settled(values, container) }) };
      }),
  );
}

function environmentOf({ envFrom = [], env = [] }: Container, manifests: readonly Manifest[]): Record<string, string> {
  const maps = envFrom.map(({ configMapRef }) =>
    manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef!.name),
  );
  return Object.assign(
    {},
    ...maps.map((map) => map!.data),
    Object.fromEntries(env.map(({ name, value }) => [name, value])),
  );
}

/** The settings of the feature that the full values name; this process does not load it. */
const OF_FEATURES = ['REMINDERS_EVERY_MS'];

/** With secrets for the files that they are read from; refuses what is no setting, since nothing would read it. */
function settled(values: Record<string, string>, { volumeMounts = [] }: Container): Record<string, string> {
  const secrets = secretsOf(EnvironmentSettings);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (values['PARLEY_FEATURES'] !== undefined && OF_FEATURES.includes(name)) return [];
      const secret = name.replace(/_FILE$/, '');
      if (secret === name || NAMES.includes(name)) {
        if (!NAMES.includes(name)) throw new Error(`${name} is no setting`);
        if (secrets.includes(name)) throw new Error(`${name} is a secret, so it belongs in a file`);
        return [[name, value]];
      }
      if (!secrets.includes(secret)) throw new Error(`${name} is no secret setting`);
      if (value !== `${FOLDER}/${secret}`) throw new Error(`${name} names ${value}, which is not in the secret`);
      if (!volumeMounts.some(({ mountPath }) => mountPath === FOLDER)) throw new Error(`${FOLDER} is not mounted`);
      return [[secret, SECRETS[secret] ?? 'a'.repeat(32)]];
    }),
  );
}

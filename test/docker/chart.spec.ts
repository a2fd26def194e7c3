import Ajv from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { GIVEN_OTHERWISE } from '../../scripts/chart/settings-schema';
import { secretsOf, settingsOf } from '../../src/config/setting';
import { EnvironmentSettings } from '../../src/config/settings';

const FOLDER = 'docker/helm/parley';
const read = (name: string): unknown => parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));

type Values = Record<string, unknown>;

describe('values of the Helm chart', () => {
  const schema = JSON.parse(readFileSync(`${FOLDER}/values.schema.json`, 'utf8')) as {
    properties: { settings: { properties: Values }; secrets: { items: { enum: string[] } } };
  };
  const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true }).compile(
    schema,
  );
  const least = read('ci/least-values.yaml') as { settings: Values };
  const byDefault = read('values.yaml') as Values & { settings: Values };

  /** As Helm checks them: what is given, in what there is by default. */
  const problemsOf = (provided: Values): string[] => {
    const values = structuredClone(byDefault);
    for (const [key, value] of Object.entries(provided)) {
      const isGroup = value !== null && typeof value === 'object' && !Array.isArray(value);
      values[key] = isGroup ? { ...(values[key] as Values), ...value } : value;
    }
    validate(values);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  const withSettings = (settings: Values): Values => ({ settings: { ...least.settings, ...settings } });

  it('have a place for every setting, and for secrets only by their names; if not: npm run charts', () => {
    const settings = settingsOf(EnvironmentSettings).map(({ name }) => name);
    const secrets = secretsOf(EnvironmentSettings);
    const { secrets: named, settings: plain } = schema.properties;
    expect(named.items.enum).toEqual(secrets);
    const places = [...Object.keys(plain.properties), ...secrets, ...Object.keys(GIVEN_OTHERWISE)];
    expect(places.sort()).toEqual([...settings].sort());
  });

  it.each(readdirSync(`${FOLDER}/ci`))('are taken as %s has them', (name) => {
    expect(problemsOf(read(`ci/${name}`) as Values)).toEqual([]);
  });

  it('are not enough by default, since the chart cannot know the address', () => {
    expect(problemsOf({})).toEqual([
      "/settings must have required property 'PUBLIC_URL'",
      "/settings must have required property 'MAIL_FROM'",
    ]);
  });

  it.each<[string, Values, string]>([
    [
      'a setting that there is not',
      withSettings({ PUBLIC_ADDRESS: 'x' }),
      '/settings must NOT have additional properties',
    ],
    [
      'a secret in plain sight',
      withSettings({ SECRET_KEY: 'x'.repeat(40) }),
      '/settings must NOT have additional properties',
    ],
    ['a number as text', withSettings({ DATABASE_POOL_SIZE: '5' }), '/settings/DATABASE_POOL_SIZE must be integer'],
    [
      'a number beyond its bounds',
      withSettings({ DATABASE_POOL_SIZE: 1_001 }),
      '/settings/DATABASE_POOL_SIZE must be <= 1000',
    ],
    ['no number', withSettings({ LIMIT_LIST_PER_USER: -1 }), '/settings/LIMIT_LIST_PER_USER must be >= 0'],
    [
      'what is none of several',
      withSettings({ LOG_LEVEL: 'loud' }),
      '/settings/LOG_LEVEL must be equal to one of the allowed values',
    ],
    ['nothing', withSettings({ MAIL_FROM: '' }), '/settings/MAIL_FROM must NOT have fewer than 1 characters'],
    ['a list for what is none', withSettings({ MAIL_FROM: ['a'] }), '/settings/MAIL_FROM must be string'],
    [
      'a setting that another value gives',
      withSettings({ RUN_WORKER: 'no' }),
      '/settings must NOT have additional properties',
    ],
    ['no key', { ...least, secrets: ['DATABASE_URL'] }, '/secrets must contain at least 1 valid item(s)'],
    [
      'a secret that there is not',
      { ...least, secrets: ['SECRET_KEY', 'DATABASE_URL', 'PASSWORD'] },
      '/secrets/2 must be equal to one of the allowed values',
    ],
    ['a value that there is not', { ...least, replicas: 3 }, ' must NOT have additional properties'],
    ['a port that needs rights', { ...least, managementPort: 80 }, '/managementPort must be >= 1024'],
    ['no replicas', { ...least, worker: { replicas: 0 } }, '/worker/replicas must be >= 1'],
    [
      'custom domains without their key',
      { ...withSettings({ VISITOR_URL: 'https://visitors.example.net' }), customDomains: { enabled: true } },
      '/secrets must contain at least 1 valid item(s)',
    ],
    [
      'custom domains without a host',
      { ...least, secrets: ['SECRET_KEY', 'DATABASE_URL', 'TLS_ASK_KEY'], customDomains: { enabled: true } },
      "/settings must have required property 'VISITOR_URL'",
    ],
  ])('are refused: %s', (_, provided, problem) => {
    expect(problemsOf(provided)).toContain(problem);
  });

  it('take lists of texts where the settings are lists', () => {
    expect(problemsOf(withSettings({ TRUSTED_PROXIES: ['10.0.0.0/8'], DNS_SERVERS: '10.0.0.10' }))).toEqual([]);
  });
});

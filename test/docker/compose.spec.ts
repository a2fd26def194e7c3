import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { loadSettings, type Settings } from '../../src/config/load-settings';
import { secretsOf, settingsOf } from '../../src/config/setting';
import { EnvironmentSettings } from '../../src/config/settings';

const dockerfile = readFileSync('docker/Dockerfile', 'utf8');

/** Every setting, and every file that a secret one can be kept in. */
const VARIABLES = [
  ...settingsOf(EnvironmentSettings).map(({ name }) => name),
  ...secretsOf(EnvironmentSettings).map((name) => `${name}_FILE`),
];

describe('compose.yaml', () => {
  const { services } = parse(readFileSync('docker/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { image?: string; environment: Record<string, string>; [key: string]: unknown }>;
  };
  const own = Object.entries(services).filter(([, { image }]) => image?.includes('PARLEY_IMAGE'));

  it('runs the service, its worker and its migrations without rights', () => {
    expect(own.map(([name]) => name)).toEqual(['api', 'worker', 'migrate']);
    for (const [, service] of own) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
  });

  /** As Compose fills in variables, of which a replacement may have others. */
  const filledIn = (value: string, variables: Record<string, string>): string => {
    const filled = value.replace(
      /\$\{(\w+)(?::([-+?])((?:[^{}]|\$\{[^{}]*\})*))?\}/g,
      (_, name: string, kind: string | undefined, text = '') => {
        const value = variables[name] ?? '';
        if (kind === '?' && value === '') throw new Error(`${name} ${text}`);
        return kind === '+' ? value && text : value || (kind === '-' ? text : '');
      },
    );
    return filled === value ? value : filledIn(filled, variables);
  };
  const SECRETS = { SECRET_KEY: 'a'.repeat(32), DATABASE_PASSWORD: 'b'.repeat(32) };
  const settingsWith = (environment: Record<string, string>, variables: Record<string, string>): Settings => {
    const filled = Object.entries(environment).map(([key, value]) => [key, filledIn(value, variables)]);
    return loadSettings({ ...Object.fromEntries(filled), NODE_ENV: 'production' });
  };

  it('starts with nothing but its two secrets, and waits as long for the end', () => {
    for (const [name, { environment, stop_grace_period: grace }] of own) {
      const { values } = settingsWith(environment, SECRETS);
      expect(values.DATABASE_URL).toBe(`postgresql://parley:${SECRETS.DATABASE_PASSWORD}@postgres:5432/parley`);
      expect([values.DATABASE_DIRECT_URL, values.REDIS_URL]).toEqual([null, null]);
      expect(() => settingsWith(environment, {})).toThrow('is not set');
      if (name !== 'migrate') expect(grace).toBe('75s');
    }
  });

  it('leads through PgBouncer where that is named, but for migrations', () => {
    const { pgbouncer } = services;
    expect(pgbouncer).toMatchObject({ profiles: ['pooler'], read_only: true, cap_drop: ['ALL'] });
    const config = readFileSync('docker/pgbouncer.ini', 'utf8');
    expect(config).toMatch(/^parley = host=postgres port=5432$/m);
    expect(config).toMatch(/^pool_mode = transaction$/m);
    const [, port] = /^listen_port = (\d+)$/m.exec(config)!;
    for (const [, { environment }] of own) {
      const { values } = settingsWith(environment, { ...SECRETS, POOLER_HOST: `pgbouncer:${port}` });
      expect(values.DATABASE_URL).toBe(`postgresql://parley:${SECRETS.DATABASE_PASSWORD}@pgbouncer:6432/parley`);
      expect(values.DATABASE_DIRECT_URL).toBe(`postgresql://parley:${SECRETS.DATABASE_PASSWORD}@postgres:5432/parley`);
    }
    // Without which the processes would not start.
    expect(services['postgres']!['command']).toContain('statement_timeout=30s');
  });

  it('counts in Redis where that is named, which forgets no count', () => {
    const { redis } = services;
    expect(redis).toMatchObject({ profiles: ['redis'], read_only: true, cap_drop: ['ALL'] });
    expect(redis!['command']).toEqual(expect.arrayContaining(['--maxmemory-policy', 'noeviction']));
    for (const [, { environment }] of own) {
      const { values } = settingsWith(environment, { ...SECRETS, REDIS_URL: 'redis://redis:6379' });
      expect(values.REDIS_URL).toBe('redis://redis:6379');
    }
  });

  it('has no variable that is no setting, and no secret of its own', () => {
    for (const [, { environment }] of own) {
      expect(Object.keys(environment).filter((name) => !VARIABLES.includes(name))).toEqual([]);
      expect(environment['SECRET_KEY']).toBe('${SECRET_KEY:?is not set}');
      expect(environment['DATABASE_URL']).toContain('${DATABASE_PASSWORD:?is not set}');
    }
  });
});

describe('the image', () => {
  it('runs as an unprivileged user, by number', () => {
    expect([...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['10001:10001']);
  });

  it('is made of named files only', () => {
    const lines = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(lines).toContain('*');
    const allowed = lines.filter((line) => line.startsWith('!'));
    expect(allowed.filter((line) => /env|data|test|node_modules|\*\*/.test(line))).toEqual([]);
  });
});

import { loadSettings } from './load-settings';
import { settingWarnings } from './setting-warnings';

function warnings(environment: Record<string, string>): string[] {
  return settingWarnings(environment, loadSettings(environment));
}

describe('settingWarnings', () => {
  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['MAIL_REPLY_ADRESS', 'MAIL_REPLY_ADDRESS'],
    ['PARLEY_FEATURE', 'PARLEY_FEATURES'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
  ])('names the likely setting for %s', (name, likely) => {
    const line = `${name} is not a setting and has no effect. Did you mean ${likely}?`;
    expect(warnings({ [name]: 'secret-value' })).toEqual([line]);
  });

  it('is silent about the variables of a usual environment', () => {
    const usual = `PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL PWD OLDPWD TERM LANG LC_ALL TZ MAIL EDITOR PS1 SHLVL
      _ CI DEBUG NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_VERSION NODE_PATH npm_config_cache npm_lifecycle_event INIT_CWD
      http_proxy HTTPS_PROXY NO_PROXY no_proxy SSH_AUTH_SOCK XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR DISPLAY
      PGHOST PGPORT PGUSER PGPASSWORD POSTGRES_PASSWORD DATABASE_PASSWORD REDIS_PASSWORD POST GHOST HOSTS SPORT PORTS
      SMTP_PORT SMTP_HOST MAIL_HOST PUBLIC_KEY MODEL OTEL_SERVICE_NAME INVOCATION_ID JOURNAL_STREAM
      STATE_DIRECTORY CREDENTIALS_DIRECTORY KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT
      KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR PARLEY_PORT PARLEY_SERVICE_HOST PARLEY_SERVICE_PORT
      PARLEY_PORT_80_TCP_PROTO REDIS_PORT REDIS_SERVICE_HOST DATABASE_PORT DATABASE_SERVICE_HOST SMTP_PORT_25_TCP
      PARLEY_URL PARLEY_TOKEN`.split(/\s+/);
    expect(warnings(Object.fromEntries(usual.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('is silent about a name that is close to a setting in use', () => {
    expect(warnings({ DATABASE_URL: 'postgres://localhost/a', DATABASE_URL2: 'postgres://localhost/b' })).toEqual([]);
  });

  it('warns in production without a mail server, in each process that sends', () => {
    const production = {
      NODE_ENV: 'production',
      SECRET_KEY: 'x'.repeat(32),
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://a.example.com',
    };
    const line = 'SMTP_URL is not set: Parley sends no email, and only writes it to files in ./data/mail.';
    expect(warnings(production)).toEqual([line]);
    expect(warnings({ ...production, SMTP_URL: 'smtp://mail' })).toEqual([]);
    expect(warnings({ ...production, RUN_WORKER: 'no' })).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  it('warns in production without an address, because links would lead to this machine', () => {
    const production = {
      NODE_ENV: 'production',
      SECRET_KEY: 'x'.repeat(32),
      MAIL_FROM: 'a@example.com',
      SMTP_URL: 'smtp://mail',
    };
    const line =
      'PUBLIC_URL is not set: links in emails lead to http://localhost:3001, which only this machine can open.';
    expect(warnings({ ...production, PORT: '3001' })).toEqual([line]);
    expect(warnings({ ...production, PUBLIC_URL: 'http://localhost:3001' })).toEqual([]);
    expect(warnings({ PORT: '3001' })).toEqual([]);
  });
});

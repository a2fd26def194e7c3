import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidSettings, loadSettings } from './load-settings';

describe('loadSettings', () => {
  it('needs nothing', () => {
    const settings = loadSettings({});
    expect(settings.baseUrl).toBe('http://localhost:3000/api/v1');
    expect(settings.mcpUrl).toBe('http://localhost:3000/mcp');
    expect(settings.localHttp).toBe(true);
    expect([...settings.trustedOrigins]).toEqual(['http://localhost:3000']);
  });

  it('reports every problem at once, one line each, by name', () => {
    const environment = {
      NODE_ENV: 'production',
      PORT: '99999',
      PUBLIC_URL: 'ftp://example.com',
      DATABASE_URL: 'mysql://localhost/x',
      TRUSTED_ORIGINS: 'https://app.example.com/path',
      TRUSTED_PROXIES: '10.0.0.0/33',
      LIMIT_PROOF_PER_USER: '-1',
      LOG_LEVEL: 'loud',
      VAPID_SUBJECT: 'ops@example.com',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    };
    expect(() => loadSettings(environment)).toThrow(InvalidSettings);
    try {
      loadSettings(environment);
    } catch (error) {
      expect((error as InvalidSettings).problems).toEqual([
        'PORT must be a whole number from 0 to 65535',
        'PUBLIC_URL must begin with http:// or https://',
        'DATABASE_URL must be an absolute URL that begins with postgres:// or postgresql://',
        'TRUSTED_ORIGINS has “https://app.example.com/path”, which is not an origin such as https://app.example.com',
        'TRUSTED_PROXIES has “10.0.0.0/33”, which is neither an address nor a CIDR',
        'SECRET_KEY is required in production',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        'OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value with values percent-encoded',
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
        'VAPID_SUBJECT must be mailto: with an email address, or an https URL',
        'LIMIT_PROOF_PER_USER must be a whole number from 0 to 1000000',
      ]);
    }
  });

  it('reports an unusable port once, though the address of the service follows from it', () => {
    for (const PORT of ['x', '1.5', '65536'])
      expect(() => loadSettings({ PORT })).toThrow(/^The settings are not usable:\n {2}PORT must be [^\n]+$/);
  });

  it('requires the embeddings server and its model together', () => {
    const problemOf = (environment: object): string => {
      try {
        return String(loadSettings({ ...environment }).values.EMBEDDING_MODEL);
      } catch (error) {
        return (error as InvalidSettings).problems.join();
      }
    };
    const EMBEDDING_BASE_URL = 'http://localhost:8080/v1';
    expect(problemOf({ EMBEDDING_BASE_URL })).toBe('EMBEDDING_BASE_URL requires EMBEDDING_MODEL');
    expect(problemOf({ EMBEDDING_MODEL: 'm' })).toBe('EMBEDDING_MODEL requires EMBEDDING_BASE_URL');
    expect(problemOf({ EMBEDDING_BASE_URL, EMBEDDING_MODEL: 'm' })).toBe('m');
  });

  it('reads a secret from a file, and reports the problems of the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
    const [key, empty] = [join(folder, 'key'), join(folder, 'empty')];
    writeFileSync(key, `${'k'.repeat(40)}\n`);
    writeFileSync(empty, '\n');
    expect(loadSettings({ SECRET_KEY_FILE: key }).values.SECRET_KEY).toBe('k'.repeat(40));
    const problems = (environment: NodeJS.ProcessEnv): readonly string[] => {
      try {
        return [String(loadSettings(environment))];
      } catch (error) {
        return (error as InvalidSettings).problems;
      }
    };
    expect(problems({ SMTP_URL_FILE: join(folder, 'none'), MODEL_API_KEY_FILE: empty })).toEqual([
      `SMTP_URL_FILE names ${folder}/none, which cannot be read (ENOENT)`,
      `MODEL_API_KEY_FILE names ${empty}, which is empty`,
    ]);
    expect(problems({ SECRET_KEY: 'x'.repeat(40), SECRET_KEY_FILE: key })).toEqual([
      'SECRET_KEY_FILE cannot be used together with SECRET_KEY: set one of the two',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('shows no secret if one of several is invalid', () => {
    const [SECRET_KEY, other] = ['a'.repeat(32), 'b'.repeat(32)];
    const problem = (SECRET_KEY_FALLBACKS: string): string => {
      try {
        return loadSettings({ SECRET_KEY, SECRET_KEY_FALLBACKS }).values.SECRET_KEY_FALLBACKS.join(' ');
      } catch (error) {
        return (error as InvalidSettings).problems.join();
      }
    };
    expect(problem(` ${other}, ${'c'.repeat(32)},`)).toBe(`${other} ${'c'.repeat(32)}`);
    expect(problem(`${other},short`)).toBe('SECRET_KEY_FALLBACKS has an item that has fewer than 32 characters');
    expect(problem(`${other},${SECRET_KEY}`)).toBe('SECRET_KEY_FALLBACKS has an item that is SECRET_KEY itself');
  });

  it('has every limit on by default', () => {
    const limits = Object.entries(loadSettings({}).values).filter(([name]) => name.startsWith('LIMIT_'));
    expect(Object.fromEntries(limits)).toEqual({
      LIMIT_CAPABILITIES_PER_ADDRESS: 120,
      LIMIT_DEVICE_REGISTRATION_PER_USER: 120,
      LIMIT_DEVICE_TEST_PER_USER: 10,
      LIMIT_INVITATION_PER_INVITER: 50,
      LIMIT_INVITATION_PER_RECIPIENT: 5,
      LIMIT_INVITATION_PER_WORKSPACE: 100,
      LIMIT_TYPING_PER_CONVERSATION: 60,
      LIMIT_UPLOADS_PER_USER: 120,
      LIMIT_VISITOR_AGENT_PER_ADDRESS: 300,
      LIMIT_VISITOR_CONTACT_PER_SESSION: 5,
      LIMIT_VISITOR_DOWNLOAD_PER_SESSION: 120,
      LIMIT_VISITOR_ERASURE_PER_VISITOR: 3,
      LIMIT_VISITOR_IDENTITY_PER_SESSION: 10,
      LIMIT_VISITOR_LIST_PER_SESSION: 60,
      LIMIT_VISITOR_MAIL_PER_RECIPIENT: 5,
      LIMIT_VISITOR_MARK_READ_PER_SESSION: 60,
      LIMIT_VISITOR_MESSAGE_PER_ADDRESS: 60,
      LIMIT_VISITOR_MESSAGE_PER_ADDRESS_DAY: 1_000,
      LIMIT_VISITOR_MESSAGE_PER_SESSION: 20,
      LIMIT_VISITOR_MESSAGE_PER_SESSION_DAY: 200,
      LIMIT_VISITOR_READ_PER_SESSION: 60,
      LIMIT_VISITOR_SESSION_PER_ADDRESS: 30,
      LIMIT_VISITOR_SESSION_PER_AGENT: 1_000,
      LIMIT_VISITOR_STREAMS_PER_ADDRESS: 60,
      LIMIT_VISITOR_STREAMS_PER_PROCESS: 5_000,
      LIMIT_VISITOR_STREAMS_PER_SESSION: 3,
      LIMIT_VISITOR_TURNS_PER_AGENT: 10_000,
      LIMIT_VISITOR_TYPING_PER_SESSION: 1,
      LIMIT_VISITOR_UPLOAD_PER_ADDRESS: 60,
      LIMIT_VISITOR_UPLOAD_PER_SESSION: 20,
      LIMIT_WEBHOOK_TEST_PER_WEBHOOK: 10,
      LIMIT_INBOX_SEARCH_PER_USER: 60,
      LIMIT_OUTBOUND_PER_MEMBER: 100,
      LIMIT_LIST_PER_USER: 60,
      LIMIT_MAIL_TEST_PER_USER: 10,
      LIMIT_MODEL_TEST_PER_WORKSPACE: 10,
      LIMIT_PROOF_PER_ADDRESS: 20,
      LIMIT_PROOF_PER_USER: 5,
      LIMIT_PROOF_PER_USER_EVERYWHERE: 40,
      LIMIT_RESET_MAIL_PER_RECIPIENT: 3,
      LIMIT_SEARCH_PER_CALLER: 300,
      LIMIT_SEARCH_PER_WORKSPACE: 1_200,
      LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: 10,
      LIMIT_SIGN_UP_PER_ADDRESS: 20,
      LIMIT_TOKEN_PER_KEY: 300,
      LIMIT_TURN_PER_CALLER: 600,
      LIMIT_TURN_PER_USER: 120,
      LIMIT_TURN_PER_WORKSPACE: 2_400,
    });
  });

  it('requires the pooled database together with the direct one', () => {
    const DATABASE_DIRECT_URL = 'postgresql://parley@postgres/parley';
    expect(() => loadSettings({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL requires DATABASE_URL');
    expect(() => loadSettings({ DATABASE_DIRECT_URL, DATABASE_URL: DATABASE_DIRECT_URL })).not.toThrow();
  });

  it('has values of their types', () => {
    const { values } = loadSettings({
      PORT: '8080',
      TRUSTED_PROXIES: ' 10.0.0.0/8 ,, ::1',
      PUBLIC_URL: 'https://parley.example.com//',
    });
    expect(values).toMatchObject({
      PORT: 8080,
      TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
      PUBLIC_URL: 'https://parley.example.com',
      DATABASE_URL: null,
      RUN_WORKER: 'yes',
    });
    expect(loadSettings({ PORT: '8081' }).values.PUBLIC_URL).toBe('http://localhost:8081');
  });

  it('refuses a short or missing secret wherever it matters', () => {
    expect(() => loadSettings({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY must have at least 32 characters');
    const { SECRET_KEY } = loadSettings({}).values;
    expect(() => loadSettings({ NODE_ENV: 'production', SECRET_KEY })).toThrow('SECRET_KEY is required in production');
  });

  it('treats an empty variable as absent', () => {
    expect(loadSettings({ SMTP_URL: '', PORT: '' }).values.SMTP_URL).toBeNull();
  });

  it('uses the local session cookie only for http on a loopback host', () => {
    expect(loadSettings({ PUBLIC_URL: 'http://127.0.0.1:8080' }).localHttp).toBe(true);
    expect(loadSettings({ PUBLIC_URL: 'https://localhost' }).localHttp).toBe(false);
    expect(loadSettings({ PUBLIC_URL: 'http://parley.example.com' }).localHttp).toBe(false);
  });
});

describe('incoming email', () => {
  const SECRET = 'a-secret-of-the-mail-server-long-enough';

  it.each([
    [
      { MAIL_INBOUND_SECRET: SECRET },
      'MAIL_INBOUND_SECRET requires MAIL_REPLY_ADDRESS, so that customers can reply to a conversation',
    ],
    [
      { MAIL_INBOUND_SECRET: 'short', MAIL_REPLY_ADDRESS: '{token}@a.example' },
      'MAIL_INBOUND_SECRET must have at least 32 characters: letters, digits and - . _ ~ + /',
    ],
    [
      { MAIL_REPLY_ADDRESS: 'reply@a.example' },
      'MAIL_REPLY_ADDRESS must be an email address with {token} before the @',
    ],
    [
      { MAIL_REPLY_ADDRESS: 'reply@{token}.example' },
      'MAIL_REPLY_ADDRESS must be an email address with {token} before the @',
    ],
    [
      { MAIL_REPLY_ADDRESS: '{token}{token}@a.example' },
      'MAIL_REPLY_ADDRESS must be an email address with {token} before the @',
    ],
    [
      { MAIL_BOUNCE_ADDRESS: 'Us <{token}@a.example>' },
      'MAIL_BOUNCE_ADDRESS must be an email address with {token} before the @',
    ],
    [
      { MAIL_REPLY_ADDRESS: `${'x'.repeat(22)}{token}@a.example` },
      'MAIL_REPLY_ADDRESS must have at most 21 characters beside {token} before the @',
    ],
    [{ MAIL_INBOUND_MAX_BYTES: '1' }, 'MAIL_INBOUND_MAX_BYTES must be a whole number from 65536 to 104857600'],
  ])('%j stops the start', (environment, problem) => {
    expect(() => loadSettings(environment)).toThrow(`The settings are not usable:\n  ${problem}`);
  });

  it('takes a secret with a template', () => {
    const { values } = loadSettings({
      MAIL_INBOUND_SECRET: SECRET,
      MAIL_REPLY_ADDRESS: `${'x'.repeat(21)}{token}@a.example`,
    });
    expect(values.MAIL_INBOUND_MAX_BYTES).toBe(26_214_400);
    expect(values.MAIL_BOUNCE_ADDRESS).toBeNull();
  });

  describe('VAPID_SUBJECT', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) };
    const subjectOf = (environment: object): string => {
      try {
        return loadSettings({ ...environment }).vapidSubject;
      } catch (error) {
        return (error as InvalidSettings).problems.join();
      }
    };

    it('is the address in MAIL_FROM by default', () => {
      expect(subjectOf({})).toBe('mailto:parley@localhost');
      expect(subjectOf({ ...production, MAIL_FROM: 'Help <help@example.com>' })).toBe('mailto:help@example.com');
      expect(subjectOf({ ...production, MAIL_FROM: 'help@example.com' })).toBe('mailto:help@example.com');
      expect(subjectOf({ ...production, VAPID_SUBJECT: 'https://example.com/ops' })).toBe('https://example.com/ops');
    });

    it.each([
      'mailto:ops@localhost',
      'https://localhost/',
      'mailto:ops@host',
      'https://10.0.0.1/',
      'mailto:ops@a.localhost',
    ])('may be %s, but not in production', (subject) => {
      expect(subjectOf({ VAPID_SUBJECT: subject })).toBe(subject);
      expect(subjectOf({ ...production, VAPID_SUBJECT: subject })).toMatch(/^VAPID_SUBJECT must have a public host/);
    });

    it.each([
      'ops@example.com',
      'mailto:',
      'mailto: ops@example.com',
      'mailto:a@b@example.com',
      'http://example.com',
      'tel:1',
    ])('is never %j', (subject) => {
      expect(subjectOf({ VAPID_SUBJECT: subject })).toMatch(/^VAPID_SUBJECT must be mailto:/);
    });

    it('names MAIL_FROM if that has no address to follow', () => {
      const problem = 'VAPID_SUBJECT follows from MAIL_FROM, which has no email address';
      expect(subjectOf({ ...production, MAIL_FROM: 'Parley' })).toBe(problem);
    });

    it('is required in production', () => {
      expect(subjectOf(production)).toMatch(/^VAPID_SUBJECT must have a public host, not localhost/);
    });
  });
});

import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readFileSync } from 'node:fs';
import { CannotStart } from './cannot-start';
import { secretsOf, settingsOf } from './setting';
import { addressIn } from './setting-problems';
import { BUILT_IN_MODEL, EnvironmentSettings } from './settings';

/**
 * The validated settings of this process, and values derived from them. Inject with `constructor(settings: Settings)`.
 */
export class Settings {
  /** The base URL of the API: audience of REST tokens, and the prefix of every operation. */
  readonly baseUrl: string;
  /** `{mcp_url}`: audience of MCP tokens. */
  readonly mcpUrl: string;
  /** Origins of pages that may write with a session cookie: the configured ones and the service's own. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** Models that agents may name, the default one first. */
  readonly models: readonly string[];
  /**
   * Whether PUBLIC_URL is http on a loopback host. Browsers store no Secure cookie there, so the local session cookie
   * is used.
   */
  readonly localHttp: boolean;
  /** The URL for visitors. Custom domains point at its host. */
  readonly visitorUrl: string;
  readonly visitorHost: string;
  /** Whether visitors have a host of their own, which receives no cookies of members. */
  readonly visitorsApart: boolean;
  /** Whether email goes to a mail server. Otherwise it goes to files, which only the operator sees. */
  readonly sendsMail: boolean;
  /** A contact for push services (RFC 8292 §2.1). */
  readonly vapidSubject: string;
  /** Headers of each request to the trace collector. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** The host names of the service itself, without ports. */
  readonly ownHosts: ReadonlySet<string>;
  /** The names of all variables that these settings may come from. */
  readonly names: readonly string[];

  constructor(
    readonly values: Readonly<EnvironmentSettings>,
    private readonly ofFeatures: ReadonlyMap<SettingsClass, object> = new Map(),
  ) {
    this.baseUrl = `${values.PUBLIC_URL}/api/v1`;
    this.mcpUrl = `${values.PUBLIC_URL}/mcp`;
    this.trustedOrigins = new Set([...values.TRUSTED_ORIGINS, new URL(values.PUBLIC_URL).origin]);
    this.models = [...new Set([values.MODEL_DEFAULT, BUILT_IN_MODEL, ...values.MODELS_ALLOWED])];
    const { protocol, hostname } = new URL(values.PUBLIC_URL);
    this.visitorUrl = values.VISITOR_URL || values.PUBLIC_URL;
    this.visitorHost = new URL(this.visitorUrl).hostname;
    this.sendsMail = values.SMTP_URL !== null;
    this.vapidSubject = values.VAPID_SUBJECT || `mailto:${addressIn(values.MAIL_FROM)}`;
    this.traceHeaders = headersOf(values.OTEL_EXPORTER_OTLP_HEADERS);
    this.visitorsApart = this.visitorHost !== hostname;
    this.ownHosts = new Set([hostname, this.visitorHost]);
    this.names = [EnvironmentSettings, ...ofFeatures.keys()].flatMap(variablesOf);
    this.localHttp = protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  }

  /** The settings of a feature, which declares the class in `@Feature`. */
  of<T extends object>(Class: SettingsClass<T>): T {
    const values = this.ofFeatures.get(Class);
    if (!values) throw new Error(`${Class.name} is among the settings of no feature`);
    return values as T;
  }
}

/** A class with an environment variable and its rules in each property, as in {@link EnvironmentSettings}. */
export type SettingsClass<T extends object = object> = new () => T;

/** Invalid settings: one line for each problem, with the name of its variable. */
export class InvalidSettings extends CannotStart {
  constructor(private readonly lines: readonly string[]) {
    super(`The settings are not usable:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }

  override get problems(): readonly string[] {
    return this.lines;
  }
}

/**
 * Reads and checks the whole environment: the built-in settings, and one class of settings for each feature.
 *
 * @throws InvalidSettings with every problem at once
 */
export function loadSettings(environment: NodeJS.ProcessEnv, features: readonly SettingsClass[] = []): Settings {
  const problems: string[] = [];
  const values = read(EnvironmentSettings, environment, problems);
  const ofFeatures = new Map(features.map((Class) => [Class, read(Class, environment, problems)]));
  if (problems.length > 0) throw new InvalidSettings(problems);
  values.PUBLIC_URL ||= `http://localhost:${values.PORT}`;
  return new Settings(values, ofFeatures);
}

/** Of each secret, also the variable that names its file. */
function variablesOf(Class: SettingsClass): string[] {
  return [...settingsOf(Class).map(({ name }) => name), ...secretsOf(Class).map((name) => `${name}_FILE`)];
}

function read<T extends object>(Class: SettingsClass<T>, environment: NodeJS.ProcessEnv, problems: string[]): T {
  const fromFiles = secretsFromFiles(Class, environment, problems);
  const found = settingsOf(Class).flatMap(({ name }) => {
    const value = environment[name] || fromFiles.get(name);
    return value ? [[name, value] as const] : [];
  });
  const values = plainToInstance(Class, Object.fromEntries(found));
  for (const { property, constraints = {} } of validateSync(values)) {
    const [problem] = Object.values(constraints);
    problems.push(`${property} ${problem}`);
  }
  return values;
}

function headersOf(list: string): Record<string, string> {
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', ...value] = entry.trim().split('=');
      return [name, decodeURIComponent(value.join('='))];
    }),
  );
}

/**
 * Secrets from the files in `SECRET_KEY_FILE` and similar variables, without the final line break that editors and
 * shells add.
 */
function secretsFromFiles(
  Class: SettingsClass,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const name of secretsOf(Class)) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) problems.push(`${name}_FILE cannot be used together with ${name}: set one of the two`);
    else
      try {
        const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (secret === '') problems.push(`${name}_FILE names ${file}, which is empty`);
        secrets.set(name, secret);
      } catch (error) {
        problems.push(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
  }
  return secrets;
}

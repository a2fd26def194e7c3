import type { Immutable, System } from './system';

interface Authorization {
  value?: unknown;
  token?: { access_token?: string };
}

/** Of these schemes, the first that was authorized says who calls; without one, the session cookie does. */
const BEARERS = ['accountCredential', 'workspaceKey', 'accessToken', 'visitorSession'];

/** Of paths that have no list of their own: a visitor's conversations stand in the session. */
const LISTED_AT: Readonly<Record<string, string>> = { '/visitor/conversations': '/visitor/session' };

/** Operations below this path are a visitor's. */
const OF_VISITORS = '/visitor/';

/**
 * The ids of the first records that a caller sees: the first workspace, its first agent, and so on. Of records that no operation
 * lists, such as a test of the knowledge, it is the one that the caller has made last in this page.
 */
export class FirstIds {
  private rounds = 0;
  private readonly listeners = new Set<() => void>();
  /** By the path of the list. */
  private found = new Map<string, Promise<string | undefined>>();
  /** By the path of the operation that made the record. */
  private readonly made = new Map<string, string>();
  /** Ids that were found, which those of another caller replace. */
  private readonly replaceable = new Set<string>();

  constructor(private readonly system: System) {}

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  };

  /** 0 until a credential is there. Another number: there may be other ids. */
  readonly round = (): number => this.rounds;

  /** Another credential: its ids replace those that were found. */
  renew(): void {
    this.made.clear();
    this.findAnew();
  }

  /** The same caller has a record more: the ids that were found stay where they are. `path` made it, `body` is the answer. */
  extend(path: string, body: unknown): void {
    const id = idOf(body);
    if (id !== undefined) this.made.set(path, id);
    this.replaceable.clear();
    this.findAnew();
  }

  /** The caller has changed a record, which has another version since. */
  change(): void {
    this.rounds += 1;
    for (const changed of this.listeners) changed();
  }

  private findAnew(): void {
    this.found = new Map();
    this.change();
  }

  isReplaceable(id: string): boolean {
    return this.replaceable.has(id);
  }

  /** Of a parameter in a path, or a field of its body. undefined: the caller has no such record, may not see it, or no operation lists them. */
  find(name: string, path: string): Promise<string | undefined> {
    const list = this.listOf(name, path);
    if (list === undefined) return Promise.resolve(undefined);
    const made = this.made.get(list);
    if (made !== undefined && !this.isListed(list)) return Promise.resolve(made);
    const found = this.found.get(list) ?? this.firstIn(list, name).catch(() => undefined);
    this.found.set(list, found);
    return found;
  }

  /**
   * The version of the record that an operation changes, which is that of the last id in its path. `values`: those of its parameters by
   * name. undefined: the caller may not see the record, or it has no version.
   */
  async version(path: string, values: (name: string) => string | undefined): Promise<number | undefined> {
    const record = path.slice(0, path.lastIndexOf('}') + 1);
    if (!this.isListed(record)) return undefined;
    const body = (await this.read(record, values).catch(() => undefined)) as Versioned | undefined;
    const version = body?.version ?? body?.message?.lifecycleVersion;
    return typeof version === 'number' ? version : undefined;
  }

  /** The records of `/agents/{agentId}` are listed by GET /agents, here or below the path that has most in common. */
  private listOf(name: string, path: string): string | undefined {
    const paths = this.system.specSelectors.specJson().get('paths') as Immutable;
    const end = `/{${name}}`;
    return (paths.keySeq().toArray() as string[])
      .sort((one, other) => partsInCommon(other, path) - partsInCommon(one, path))
      .filter((one) => one.includes(end))
      .map((one) => one.slice(0, one.indexOf(end)))
      .map((one) => LISTED_AT[one] ?? one)
      .find((one) => this.made.has(one) || this.isListed(one));
  }

  private isListed(path: string): boolean {
    const paths = this.system.specSelectors.specJson().get('paths') as Immutable;
    return paths.getIn([path, 'get']) !== undefined;
  }

  private async firstIn(list: string, name: string): Promise<string | undefined> {
    const body = await this.read(list, () => undefined);
    const id = body === undefined ? undefined : firstOf(body, name);
    if (id !== undefined) this.replaceable.add(id);
    return id;
  }

  /** The body of a GET. undefined: an id of its path is missing, or it is refused. */
  private async read(path: string, values: (name: string) => string | undefined): Promise<unknown> {
    let address = String(this.system.specSelectors.specJson().getIn(['servers', 0, 'url'])) + path;
    for (const [whole, parameter] of path.matchAll(/\{(\w+)\}/g)) {
      const id = values(parameter!) ?? (await this.find(parameter!, path));
      if (id === undefined) return undefined;
      address = address.replace(whole, encodeURIComponent(id));
    }
    const bearer = this.bearer(path);
    if (bearer === undefined && path.startsWith(OF_VISITORS)) return undefined;
    const response = await fetch(address, {
      headers: { Accept: 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
      credentials: bearer ? 'omit' : 'same-origin',
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok ? response.json() : undefined;
  }

  private bearer(path: string): string | undefined {
    const schemes = path.startsWith(OF_VISITORS) ? ['visitorSession'] : BEARERS;
    const authorized = this.system.authSelectors.authorized().toJS() as Record<string, Authorization>;
    return schemes
      .map((name) => authorized[name])
      .map((one) => (typeof one?.value === 'string' ? one.value : one?.token?.access_token))
      .find((secret) => secret !== undefined);
  }
}

/** A record with a version, or a message beside its deliveries. */
interface Versioned {
  version?: unknown;
  message?: { lifecycleVersion?: unknown };
}

/** Of a record, or of the record that stands beside its secret. */
function idOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const inside = Object.values(body) as unknown[];
  const records = [body, ...inside] as ({ id?: unknown } | null)[];
  return records.map((record) => record?.id).find((id) => typeof id === 'string');
}

/** A list is the body itself, or the one list in it. */
function firstOf(body: unknown, name: string): string | undefined {
  const list = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray);
  const [first] = (list ?? []) as Record<string, unknown>[];
  const id = first?.['id'] ?? first?.[name];
  return typeof id === 'string' ? id : undefined;
}

function partsInCommon(one: string, other: string): number {
  const parts = other.split('/');
  const differs = one.split('/').findIndex((part, at) => part !== parts[at]);
  return differs === -1 ? parts.length : differs;
}

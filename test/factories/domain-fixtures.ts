import type { OutgoingHttpHeaders } from 'node:http';
import type { Reply } from '../support/call';
import { NameServer, type RecordsOf } from '../support/name-server';
import { type Parley, startParley } from '../support/parley';
import { raw, type RawReply } from '../support/raw';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aCredential } from './credential';
import { aWorkspace } from './workspace';

export const ASK_KEY = 'a-key-that-only-the-proxy-knows';

export interface DomainTenant {
  token: string;
  workspace: { id: string };
  agent: { id: string };
}

export interface TestDomain {
  id: string;
  name: string;
  /** What the TXT record must say. */
  token: string;
}

/** Records by name and type, or by name alone. */
type Zone = Map<string, ReturnType<RecordsOf>>;

const recordsIn =
  (zone: () => Zone): RecordsOf =>
  (name, type) =>
    zone().get(`${name} ${type}`) ?? zone().get(name) ?? [];

let domains = 0;

export const newName = (): string => `chat-${++domains}.example.com`;

/** A Parley with two name servers of its own, and a workspace that may have domains. */
export class DomainDesk {
  /** What the name server has, by name and type or by name alone; a test changes it. */
  zone: Zone = new Map();
  /** What the second one has, where that is not the same. */
  secondZone: Zone | null = null;
  tenant: DomainTenant;

  private constructor(
    readonly parley: Parley,
    private readonly names: readonly NameServer[],
  ) {}

  static async start(): Promise<DomainDesk> {
    const names: NameServer[] = await Promise.all([
      NameServer.start(recordsIn(() => desk.zone)),
      NameServer.start(recordsIn(() => desk.secondZone ?? desk.zone)),
    ]);
    const parley = await startParley({
      settings: {
        DNS_SERVERS: names.map(({ address }) => address).join(','),
        VISITOR_URL: 'http://edge.parley.example',
        TLS_ASK_KEY: ASK_KEY,
      },
    });
    const desk: DomainDesk = new DomainDesk(parley, names);
    return desk;
  }

  async stop(): Promise<void> {
    await this.parley.stop();
    for (const server of this.names) server.stop();
  }

  /** An empty zone but for the service's own host, and a workspace of its own. */
  async renew(): Promise<void> {
    this.zone = new Map([['edge.parley.example A', ['203.0.113.10', '203.0.113.11']]]);
    this.secondZone = null;
    this.tenant = await this.aTenant();
  }

  async aTenant(planId = 'pro'): Promise<DomainTenant> {
    const admin = await aCredential(this.parley, await anAccount(this.parley));
    const workspace = await aWorkspace(this.parley, admin, { planId });
    return { token: admin.secret, workspace, agent: await anAgent(this.parley, workspace, admin) };
  }

  /** `path`: below the custom domains of the workspace. */
  call(method: string, path = '', body?: object, { token, workspace } = this.tenant): Promise<Reply> {
    return this.parley.call(method, `/workspaces/${workspace.id}/custom-domains${path}`, {
      token,
      ...(body && { body }),
    });
  }

  register(domain: unknown, tenant = this.tenant): Promise<Reply> {
    return this.call('POST', '', { agentId: tenant.agent.id, domain }, tenant);
  }

  async aDomain(name = newName(), tenant = this.tenant): Promise<TestDomain> {
    const { status, body, text } = await this.register(name, tenant);
    if (status !== 201) throw new Error(text);
    const detail = await this.call('GET', `/${body.id}`, undefined, tenant);
    return { id: body.id, name, token: detail.body.records[0].value };
  }

  /** Has its records in the zone, and was verified. */
  async anActiveDomain(): Promise<TestDomain> {
    const domain = await this.aDomain();
    this.zone.set(`_parley.${domain.name} TXT`, ['another text', domain.token]);
    this.zone.set(`${domain.name} CNAME`, ['edge.parley.example']);
    const { body } = await this.verify(domain.id);
    if (body.status !== 'active') throw new Error(`The domain is ${body.status}: ${body.lastError}`);
    return domain;
  }

  /** As if there was no request for it within the last minute. */
  async verify(id: string, tenant = this.tenant): Promise<Reply> {
    await this.parley.database.query('UPDATE custom_domains SET verify_asked_at = NULL WHERE id = $1', [id]);
    return this.call('POST', `/${id}/verify`, undefined, tenant);
  }

  /** Runs the scheduled check now. */
  async checkAgain(id: string): Promise<string> {
    await this.parley.database.query('UPDATE custom_domains SET due_at = now() WHERE id = $1', [id]);
    await this.parley.drain();
    return (await this.call('GET', `/${id}`)).body.status as string;
  }

  /** Moves the beginning of a time that counts to so many seconds ago. */
  async since(id: string, column: 'waiting_since' | 'lost_since', seconds: number): Promise<void> {
    const statement = `UPDATE custom_domains SET ${column} = now() - make_interval(secs => $2) WHERE id = $1`;
    await this.parley.database.query(statement, [id, seconds]);
  }

  /** The agent's own page, and the widget, as visitors see them. */
  async showPage(fields: object = {}): Promise<void> {
    const { workspace, agent, token } = this.tenant;
    const body = { chatPageEnabled: true, ...fields };
    const { status, text } = await this.parley.call('PATCH', `/workspaces/${workspace.id}/agents/${agent.id}`, {
      token,
      body,
    });
    if (status !== 200) throw new Error(text);
  }

  ask(domain: string, key = ASK_KEY): Promise<RawReply> {
    return raw(this.parley.url, 'GET', `/internal/tls/ask?key=${key}&domain=${encodeURIComponent(domain)}`);
  }

  /** A request under any host name. */
  at(host: string, path: string, method = 'GET', headers: OutgoingHttpHeaders = {}): Promise<RawReply> {
    return raw(this.parley.url, method, path, { headers: { ...headers, host } });
  }
}

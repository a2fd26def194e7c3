import type { SourceDto } from '../../src/sources/source.dto';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aCredential } from './credential';
import { aSource } from './source';
import { aWorkspace } from './workspace';

interface Found {
  sourceId: string;
  title: string;
  heading: string | null;
  url: string | null;
  text: string;
}

/** An admin who makes sources of addresses, and asks what their agent knows. */
export class SourceDesk {
  private constructor(
    readonly parley: Parley,
    readonly admin: { secret: string },
    readonly agent: { id: string; workspaceId: string },
  ) {}

  static async open(parley: Parley, planId?: string): Promise<SourceDesk> {
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin, ...(planId === undefined ? [] : [{ planId }]));
    return new SourceDesk(parley, admin, await anAgent(parley, workspace, admin));
  }

  /** A Parley that may fetch from this machine. */
  static async start(settings: Record<string, string> = {}): Promise<SourceDesk> {
    return SourceDesk.open(await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1', ...settings } }));
  }

  get path(): string {
    return `/workspaces/${this.agent.workspaceId}/agents/${this.agent.id}/sources`;
  }

  call(method: string, path = '', body?: object, query?: Record<string, string | number>): Promise<Reply> {
    const options = { token: this.admin.secret, ...(body ? { body } : {}), ...(query ? { query } : {}) };
    return this.parley.call(method, `${this.path}${path}`, options);
  }

  /** Queued; `drain` fetches and indexes it. */
  add(type: string, url: string, more: object = {}): Promise<SourceDto> {
    return aSource(this.parley, this.agent, this.admin, { type, name: 'Docs', url, ...more });
  }

  /** Fetched and indexed, or not. */
  async added(type: string, url: string, more: object = {}): Promise<SourceDto> {
    const { id } = await this.add(type, url, more);
    await this.drain();
    return this.read(id);
  }

  async refreshed(id: string): Promise<SourceDto> {
    const reply = await this.call('POST', `/${id}/refresh`);
    if (reply.status !== 202) throw new Error(`refreshSource answered ${reply.status}: ${reply.text}`);
    await this.drain();
    return this.read(id);
  }

  drain(): Promise<void> {
    return this.parley.drain();
  }

  async read(id: string): Promise<SourceDto> {
    return (await this.call('GET', `/${id}`)).body as SourceDto;
  }

  async pagesOf(id: string): Promise<SourceDto[]> {
    return (await this.call('GET', `/${id}/pages`, undefined, { limit: 100 })).body.sources as SourceDto[];
  }

  async text(id: string): Promise<string | null> {
    return (await this.call('GET', `/${id}/text`)).body.text as string | null;
  }

  async found(query: string): Promise<Found[]> {
    const search = `/workspaces/${this.agent.workspaceId}/agents/${this.agent.id}/knowledge/search`;
    const { body } = await this.parley.call('POST', search, { token: this.admin.secret, body: { query } });
    return body.results as Found[];
  }
}

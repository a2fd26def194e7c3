import { randomUUID } from 'node:crypto';
import { newId } from '../../src/common/database/uuid';
import type { CallOptions, Reply } from '../support/call';
import { indexContacts } from '../support/index-contacts';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aContact, type TestContact } from './contact';
import { aCredential } from './credential';
import { aMember } from './member';
import { aWorkspace } from './workspace';

export type By = { secret: string };
type Query = Record<string, string | number>;

/** A workspace and the operations on its contacts. The owner calls them by default. */
export class ContactDesk {
  readonly path: string;

  private constructor(
    private readonly parley: Parley,
    readonly owner: By,
    readonly workspace: { id: string },
  ) {
    this.path = `/workspaces/${workspace.id}/contacts`;
  }

  static async open(parley: Parley, owner: By): Promise<ContactDesk> {
    return new ContactDesk(parley, owner, await aWorkspace(parley, owner));
  }

  call(method: string, where = '', by = this.owner, options: CallOptions = {}): Promise<Reply> {
    return this.parley.call(method, this.path + where, { token: by.secret, ...options });
  }

  readonly create = (body: object | string, by = this.owner) => this.call('POST', '', by, { body });
  readonly list = (query: Query = {}, by = this.owner) => this.call('GET', '', by, { query });
  readonly read = (id: string, by = this.owner) => this.call('GET', `/${id}`, by);
  readonly update = (id: string, body: object | string, by = this.owner) => this.call('PATCH', `/${id}`, by, { body });
  readonly remove = (id: string, by = this.owner) => this.call('DELETE', `/${id}`, by);

  readonly contact = (fields: object = {}): Promise<TestContact> =>
    aContact(this.parley, this.workspace, this.owner, fields);
  readonly agent = async (): Promise<string> => (await anAgent(this.parley, this.workspace, this.owner)).id;

  /** A member who reaches these agents alone. */
  async restricted(...agentIds: string[]): Promise<By & { memberId: string }> {
    const person = await anAccount(this.parley);
    const { memberId } = await aMember(this.parley, this.workspace, person, { restrictedAgentIds: agentIds });
    return { ...(await aCredential(this.parley, person)), memberId };
  }

  async conversation(contactId: string, agentId: string, subject = 'Hello'): Promise<string> {
    const id = newId();
    await this.parley.database.query(
      'INSERT INTO conversations (workspace_id, id, agent_id, subject, contact_id) VALUES ($1, $2, $3, $4, $5)',
      [this.workspace.id, id, agentId, subject, contactId],
    );
    return id;
  }

  /** Brings the index up to date, and is sure of it. */
  async indexed(): Promise<void> {
    await indexContacts(this.parley, this.workspace);
    const pending = await this.parley.database.query('SELECT FROM contact_changes WHERE workspace_id = $1', [
      this.workspace.id,
    ]);
    expect(pending).toHaveLength(0);
  }

  /** Statements beside the strategy's one. */
  async statementsOf(work: () => Promise<unknown>): Promise<number> {
    return (await this.parley.statementsOf(work)).length - 1;
  }

  /** A contact of another workspace, one of an agent that the caller does not reach, one that never was, and no id. */
  async expectAllHiddenAlike(send: (id: string, by: By) => Promise<Reply>): Promise<void> {
    const stranger = await aCredential(this.parley, await anAccount(this.parley));
    const foreign = await aContact(this.parley, await aWorkspace(this.parley, stranger), stranger);
    const hidden = await this.contact({ agentIds: [await this.agent()] });
    const member = await this.restricted(await this.agent());
    const answers = new Set<string>();
    for (const id of [foreign.id, hidden.id, randomUUID(), 'no-id']) {
      let reply: Reply | undefined;
      const statements = await this.statementsOf(async () => (reply = await send(id, member)));
      expect(reply!.status).toBe(404);
      answers.add(`${statements} ${reply!.text}`);
    }
    expect(answers.size).toBe(1);
  }
}

export const contactIdsOf = ({ body }: Reply): string[] => body.contacts.map(({ id }: { id: string }) => id);
/** Status, code and the path of the first detail. */
export const refusalOf = ({ status, body }: Reply): unknown[] => [status, body.code, body.details?.[0]?.path];

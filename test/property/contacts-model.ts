/** What a caller supplies of a contact; agents by their number in the workspace. */
export interface Wish {
  name?: string | null;
  company?: string | null;
  externalId?: string | null;
  agents?: readonly number[];
}

export interface ModelContact {
  id: string;
  name: string | null;
  company: string | null;
  externalId: string | null;
  agentIds: readonly string[];
}

/** Null: every agent. */
export type Reach = readonly string[] | null;

export interface Outcome {
  status: number;
  code: string | null;
}

const DONE: Outcome = { status: 200, code: null };
const CREATED: Outcome = { status: 201, code: null };
const INVALID: Outcome = { status: 400, code: 'validation_failed' };
const WRONG_ASSOCIATION: Outcome = { status: 400, code: 'association_invalid' };
const NOT_ACCESSIBLE: Outcome = { status: 403, code: 'agent_not_accessible' };
const NOT_FOUND: Outcome = { status: 404, code: 'not_found' };

/** A workspace's contacts as callers see them, without tables, indexes and transactions. */
export class Model {
  /** Oldest first. */
  contacts: ModelContact[] = [];

  /** Of these agents; any other is none of the workspace. */
  constructor(private readonly agentIds: readonly string[]) {}

  create(reach: Reach, wish: Omit<ModelContact, 'id'>): Outcome {
    if (isUnidentified(wish)) return INVALID;
    return this.agentsRefused(reach, wish.agentIds, []) ?? this.taken(wish.externalId, null) ?? CREATED;
  }

  update(reach: Reach, id: string, change: Partial<ModelContact>): Outcome {
    const contact = this.seen(reach, id);
    if (!contact) return NOT_FOUND;
    if (!owns(reach, contact)) return NOT_ACCESSIBLE;
    const next = { ...contact, ...change };
    const refused = change.agentIds && this.agentsRefused(reach, change.agentIds, contact.agentIds);
    if (refused) return refused;
    if (isUnidentified(next)) return INVALID;
    const taken = this.taken(next.externalId, id);
    if (taken) return taken;
    this.contacts = this.contacts.map((one) => (one.id === id ? next : one));
    return DONE;
  }

  remove(reach: Reach, id: string): Outcome {
    const contact = this.seen(reach, id);
    if (!contact) return NOT_FOUND;
    if (!owns(reach, contact)) return NOT_ACCESSIBLE;
    this.contacts = this.contacts.filter((one) => one.id !== id);
    return DONE;
  }

  /** Newest first, each with the agents that the reader may know of. */
  visible(reach: Reach, search = ''): ModelContact[] {
    const text = search.toLowerCase();
    return this.contacts
      .filter(({ agentIds }) => reach === null || agentIds.length === 0 || agentIds.some((id) => reach.includes(id)))
      .filter(({ name, company, externalId }) =>
        [name, company, externalId].some((field) => field?.toLowerCase().includes(text)),
      )
      .map((one) => ({ ...one, agentIds: one.agentIds.filter((id) => reach === null || reach.includes(id)) }))
      .reverse();
  }

  /** With all of its agents. */
  private seen(reach: Reach, id: string): ModelContact | undefined {
    return this.visible(reach).some((one) => one.id === id) ? this.contacts.find((one) => one.id === id) : undefined;
  }

  private agentsRefused(reach: Reach, wanted: readonly string[], present: readonly string[]): Outcome | null {
    if (reach !== null && wanted.length === 0) return NOT_ACCESSIBLE;
    const known = (id: string): boolean => this.agentIds.includes(id) && (reach === null || reach.includes(id));
    return wanted.every((id) => present.includes(id) || known(id)) ? null : WRONG_ASSOCIATION;
  }

  private taken(externalId: string | null, by: string | null): Outcome | null {
    const others = this.contacts.filter(({ id }) => id !== by);
    return externalId !== null && others.some((one) => one.externalId === externalId) ? WRONG_ASSOCIATION : null;
  }
}

function isUnidentified({ name, externalId }: Pick<ModelContact, 'name' | 'externalId'>): boolean {
  return name === null && externalId === null;
}

function owns(reach: Reach, { agentIds }: ModelContact): boolean {
  return reach === null || (agentIds.length > 0 && agentIds.every((id) => reach.includes(id)));
}

import type { Environment } from '../environment';
import { CommandError, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { isRecord } from '../output/fields';
import { itemsOf, listShapeOf } from '../output/list-shape';
import { onOneLine } from '../output/printable';
import { call, operationIn } from './operations';

/** The kinds of resources that have names. */
export type Kind = 'workspace' | 'agent';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The most names in one message. */
const MOST_NAMES = 10;

export interface Found {
  id: string;
  /** Null if the caller passed an id. */
  name: string | null;
}

interface Named {
  id: string;
  name: string;
}

/** Looks up names of workspaces and agents. Lists them only when a name must be resolved. */
export class Directory {
  private readonly lists = new Map<string, Promise<Named[]>>();

  constructor(private readonly environment: Pick<Environment, 'listing' | 'service'>) {}

  /** @throws CommandError unless exactly one name matches the text */
  async find(
    kind: Kind,
    { text, variable }: { text: string; variable?: string | undefined },
    workspaceId: string,
  ): Promise<Found> {
    if (ID.test(text) || text === '') return { id: text, name: null };
    const all = await this.all(kind, workspaceId);
    const exact = all.filter(({ name }) => name === text);
    const alike = exact.length > 0 ? exact : all.filter(({ name }) => folded(name) === folded(text));
    const [first, ...others] = alike;
    if (!first) throw unknown(kind, all, variable);
    if (others.length > 0) throw ambiguous(kind, alike);
    return first;
  }

  all(kind: Kind, workspaceId: string): Promise<Named[]> {
    const key = `${kind} ${workspaceId}`;
    const list = this.lists.get(key) ?? this.fetch(kind, workspaceId);
    this.lists.set(key, list);
    return list;
  }

  private async fetch(kind: Kind, workspaceId: string): Promise<Named[]> {
    const listing = await this.environment.listing.get();
    const operation = operationIn(listing, kind === 'workspace' ? 'listWorkspaces' : 'listAgents');
    const { body } = await call(
      await this.environment.service(),
      operation,
      kind === 'workspace' ? {} : { workspaceId },
    );
    const shape = listShapeOf(operation);
    return shape ? itemsOf(body, shape).filter(isNamed) : [];
  }
}

/** Does not repeat the typed text, which may be a secret. */
function unknown(kind: Kind, all: readonly Named[], variable: string | undefined): CommandError {
  const names = shortened(all.map(({ name }) => onOneLine(name)));
  const where = variable === undefined ? `List them: parley ${kind}s list` : `The name comes from ${variable}.`;
  return new CommandError(
    `No ${kind} has that name. ${all.length === 0 ? `There are no ${kind}s` : `The ${kind}s are: ${names}`}.`,
    EXIT.notFoundOrConflict,
    where,
  );
}

function ambiguous(kind: Kind, alike: readonly Named[]): UsageError {
  const which = shortened(alike.map(({ id, name }) => `${onOneLine(name)} (${onOneLine(id)})`));
  return new UsageError(`Several ${kind}s have that name: ${which}.`, `Pass the ID: --${kind} ID`);
}

function shortened(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function isNamed(value: unknown): value is Named {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

import type { Request } from 'express';
import { MisspeltToolsets, UnknownToolset } from './mcp.errors';

/** The tools of a client that names no toolset: those that most conversations need. */
export const DEFAULT_TOOLSET = 'default';
/** Every tool. */
export const ALL_TOOLSETS = 'all';

/** Where a tool is found. */
export interface Placed {
  toolset: string;
  /** Whether it is in `default` as well. */
  isDefault: boolean;
}

/** The toolsets that a message names, and where it names them. */
export interface NamedToolsets {
  names: readonly string[];
  /** The place in the request, as error details name it. */
  from: 'query.toolsets' | 'header.X-MCP-Toolsets';
}

/**
 * `?toolsets=inbox,contacts`, or the header `X-MCP-Toolsets` as at GitHub's server. The address wins.
 *
 * @throws MisspeltToolsets
 */
export function namedToolsets({ query, headers }: Pick<Request, 'query' | 'headers'>): NamedToolsets {
  const { toolset, toolsets } = query;
  if (toolset !== undefined) throw new MisspeltToolsets();
  if (toolsets !== undefined) return { names: namesIn(toolsets), from: 'query.toolsets' };
  return { names: namesIn(headers['x-mcp-toolsets']), from: 'header.X-MCP-Toolsets' };
}

/** The toolset of a section of the API: `SLA policies` → `sla-policies`. */
export function toolsetOf(section: string): string {
  return section
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The toolsets that a client uses. Without names, `default`; for a token, which has one tool, `all`.
 *
 * @throws UnknownToolset
 */
export class ChosenToolsets {
  readonly names: readonly string[];

  constructor(
    { names, from }: NamedToolsets,
    private readonly known: readonly string[],
    { fallback }: { fallback: string },
  ) {
    const unknown = names.find((name) => !this.selectable.includes(name));
    if (unknown !== undefined) throw new UnknownToolset(unknown, from, this.selectable);
    this.names = names.length > 0 ? [...new Set(names)] : [fallback];
  }

  has({ toolset, isDefault }: Placed): boolean {
    const { names } = this;
    return names.includes(ALL_TOOLSETS) || names.includes(toolset) || (isDefault && names.includes(DEFAULT_TOOLSET));
  }

  /** Toolsets that are not in use. */
  get others(): readonly string[] {
    return this.names.includes(ALL_TOOLSETS) ? [] : this.selectable.filter((name) => !this.names.includes(name));
  }

  /** The query of an address that has one more toolset. */
  with(toolset: string): string {
    return `?toolsets=${[...this.names, toolset].join(',')}`;
  }

  private get selectable(): readonly string[] {
    return [DEFAULT_TOOLSET, ALL_TOOLSETS, ...this.known];
  }
}

/** Several values of one name, as of a repeated parameter, are one list. */
function namesIn(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

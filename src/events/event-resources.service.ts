import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import { EventCatalog } from './event-catalog';
import type { LoggedEvent } from './event-log.types';

/** Whose records a reader of events sees. `agentIds` null: those of all agents. */
export type ResourceScope = Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>;

/** The records with these ids, as the API shows them now, by id. Those that are gone, or that the reader does not see, are missing. */
export type ResourceLoader = (
  scope: ResourceScope,
  ids: readonly string[],
  events: readonly LoggedEvent[],
) => Promise<ReadonlyMap<string, object>>;

/** Records by their ids, for a {@link ResourceLoader}. */
export function byId<Row extends { id: string }>(
  rows: readonly Row[],
  shown: (row: Row) => object,
): Map<string, object> {
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

/** Finds the records that events are about, by the kind that their type names. Each feature registers a loader for its own. */
@Injectable()
export class EventResources implements OnApplicationBootstrap {
  private readonly loaders = new Map<string, ResourceLoader>();

  constructor(private readonly catalog: EventCatalog) {}

  /** @throws Error for a type that names records which no feature finds */
  onApplicationBootstrap(): void {
    const lost = this.catalog.types.filter(({ resource }) => resource !== undefined && !this.loaders.has(resource));
    if (lost.length > 0) throw new Error(`No feature finds the records of ${lost.map(({ name }) => name).join(', ')}`);
  }

  /** @throws Error for a second loader of a kind */
  register(kind: string, loader: ResourceLoader): void {
    if (this.loaders.has(kind)) throw new Error(`Two features find records of the kind ${kind}`);
    this.loaders.set(kind, loader);
  }

  /** The records of events, by the ids of the events. One look-up for each kind. `kindOf`: null for a type without records. */
  async load(
    scope: ResourceScope,
    events: readonly LoggedEvent[],
    kindOf: (event: LoggedEvent) => string | null,
  ): Promise<ReadonlyMap<string, object>> {
    const found = new Map<string, object>();
    for (const [kind, loader] of this.loaders) {
      const some = events.filter((event) => kindOf(event) === kind);
      if (some.length === 0) continue;
      const records = await loader(scope, [...new Set(some.map(({ subjectId }) => subjectId))], some);
      for (const { id, subjectId } of some) {
        const record = records.get(subjectId);
        if (record) found.set(id, record);
      }
    }
    return found;
  }
}

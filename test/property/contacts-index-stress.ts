import type { DataSource, EntityManager } from 'typeorm';
import { newId } from '../../src/common/database/uuid';

export interface Workspace {
  id: string;
  agentIds: string[];
}

/** Park and Miller's generator, so that a run can be had again by its seed. */
export function random(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** Contacts, so few that writers meet on them, with names of two letters that share most of their terms. */
export class Writers {
  private readonly ids = new Map<string, string[]>();
  readonly counts = { committed: 0, rolledBack: 0, deadlocked: 0 };

  constructor(
    private readonly database: DataSource,
    private readonly workspaces: readonly Workspace[],
  ) {
    for (const { id } of workspaces) this.ids.set(id, []);
  }

  /** One writer: transactions of one to four changes, a fifth of which is taken back. */
  async write(seed: number, transactions: number): Promise<void> {
    const below = random(seed);
    for (let n = 0; n < transactions; n++) {
      const workspace = this.workspaces[below(this.workspaces.length)]!;
      await this.transaction(workspace, below).catch((error: unknown) => {
        const { code, message } = error as { code?: string; message: string };
        if (message === 'taken back') this.counts.rolledBack += 1;
        // Two writers that change the same contacts in different orders.
        else if (code === '40P01') this.counts.deadlocked += 1;
        else throw error;
      });
    }
  }

  private async transaction(workspace: Workspace, below: (n: number) => number): Promise<void> {
    const added: string[] = [];
    await this.database.transaction(async (manager) => {
      const changes = 1 + below(4);
      for (let n = 0; n < changes; n++) {
        if (below(8) > 0) await this.change(manager, workspace, below, added);
        else await this.takenBack(manager, workspace, below);
        if (below(4) === 0) await manager.query(`SELECT pg_sleep(${below(8) / 1000})`);
      }
      if (below(5) === 0) throw new Error('taken back');
    });
    this.ids.get(workspace.id)!.push(...added);
    this.counts.committed += 1;
  }

  /** A change that ends with its savepoint while the transaction goes on. */
  private async takenBack(manager: EntityManager, workspace: Workspace, below: (n: number) => number): Promise<void> {
    await manager.query('SAVEPOINT before');
    await this.change(manager, workspace, below, []);
    await manager.query('ROLLBACK TO SAVEPOINT before');
  }

  private async change(
    manager: EntityManager,
    { id: workspaceId, agentIds }: Workspace,
    below: (n: number) => number,
    added: string[],
  ): Promise<void> {
    const ids = this.ids.get(workspaceId)!;
    const some = Array.from({ length: 1 + below(5) }, () => ids[below(ids.length || 1)]).filter(Boolean);
    const name = Array.from({ length: 3 + below(5) }, () => 'ab'[below(2)]).join('');
    const agents = agentIds.filter(() => below(2) === 0);
    switch (below(10)) {
      case 0:
      case 1:
        await manager.query('DELETE FROM contacts WHERE workspace_id = $1 AND id = $2', [workspaceId, some[0] ?? null]);
        return;
      case 2:
        await manager.query('UPDATE contacts SET agent_ids = $3 WHERE workspace_id = $1 AND id = ANY ($2)', [
          workspaceId,
          some,
          agents,
        ]);
        return;
      case 3:
        // Nothing that the index knows.
        await manager.query('UPDATE contacts SET blocked = NOT blocked WHERE workspace_id = $1 AND id = ANY ($2)', [
          workspaceId,
          some,
        ]);
        return;
      case 4:
      case 5:
      case 6:
        await manager.query(
          'UPDATE contacts SET name = $3, search_text = $3 WHERE workspace_id = $1 AND id = ANY ($2)',
          [workspaceId, some, name],
        );
        return;
      default: {
        const created = Array.from({ length: 1 + below(4) }, newId);
        await manager.query(
          `INSERT INTO contacts (workspace_id, id, name, search_text, agent_ids)
           SELECT $1, unnest($2::uuid[]), $3, $3, $4`,
          [workspaceId, created, name, agents],
        );
        added.push(...created);
      }
    }
  }
}

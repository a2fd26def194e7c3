import type { UnitOfWork } from '../database/unit-of-work';
import { isAnyDue, nextTurn, type WaitingRows } from './turns.sql';
import type { InFlight } from './in-flight';

/** Stands for work that belongs to no workspace. */
export const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

/** Other processes can claim the due rows in between. */
const MOST_TRIES = 5;

type Rule = Omit<WaitingRows, 'of'> & Partial<Pick<WaitingRows, 'of'>>;

/**
 * The turns of workspaces in a queue: one piece of work each, in a circle, regardless of how much work a workspace has. With several
 * pieces under way, workspaces without one come first, then those with the fewest, and no workspace has all places.
 *
 * Each process has its own turns, so that they need no writes.
 */
export class Turns {
  private last = NO_WORKSPACE;
  /** SQL: whether work of any owner is due. */
  readonly isAnyDue: string;
  private readonly statement: string;

  constructor(
    private readonly work: UnitOfWork,
    private readonly rule: Rule,
  ) {
    this.isAnyDue = isAnyDue(rule);
    this.statement = nextTurn({ of: 'workspace_id', ...rule });
  }

  /**
   * Claims work of the workspace with the turn. Null if no work is due, or `inFlight` has no room for its workspaces. Do not prepare the
   * statement of `claim`: a plan for any workspace could read all rows of a workspace that has most of them.
   */
  async take<Claim>(claim: (workspaceId: string) => Promise<Claim | null>, inFlight?: InFlight): Promise<Claim | null> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const turn = await this.next(inFlight);
      if (turn === null) return null;
      const claimed = await claim(turn);
      if (claimed !== null) return claimed;
    }
    return null;
  }

  private async next(inFlight?: InFlight): Promise<string | null> {
    const { having = [], roomFor = [] } = inFlight ?? {};
    const [found] = await this.work.prepared<{ turn: string }>(this.statement, [this.last, having, roomFor]);
    if (!found) return null;
    if (this.rule.first === undefined || found.turn !== NO_WORKSPACE) this.last = found.turn;
    return found.turn;
  }
}

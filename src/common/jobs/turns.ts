import type { UnitOfWork } from '../database/unit-of-work';
import { nextTurn, type WaitingRows } from './turns.sql';
import type { InFlight } from './in-flight';

/** Of what belongs to no workspace. */
export const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

/** Others may take what was due a moment ago. */
const MOST_TRIES = 5;

type Rule = Omit<WaitingRows, 'of'> & Partial<Pick<WaitingRows, 'of'>>;

/**
 * The turns of workspaces at a queue: one piece of work each, in a circle, however much of it one of them has. Where several
 * pieces are under way, those who have none come first, then those who have the fewest, and nobody has all places.
 *
 * Each process keeps turns of its own, so that nothing has to be written for them.
 */
export class Turns {
  private last = NO_WORKSPACE;
  private readonly statement: string;

  constructor(
    private readonly work: UnitOfWork,
    private readonly rule: Rule,
  ) {
    this.statement = nextTurn({ of: 'workspace_id', ...rule });
  }

  /**
   * What `claim` takes of the workspace whose turn it is; null where nothing is due of those that `inFlight` has room for. A claim
   * is no prepared statement: planned without knowing the workspace, it may read all rows of one that has nearly all.
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

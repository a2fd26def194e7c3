import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { CreditHold } from './credit-hold.entity';
import { CreditMonth } from './credit-month.entity';
import { CAPTURE_HOLD, INSERT_HOLD, LOCK_THIS_MONTH, READ_BALANCE, SUM_HOLDS } from './credits.sql';
import type { CreditBalance, HeldCredits, CreditUse } from './credits.types';

type Spent = Pick<CreditBalance, 'month' | 'spent'>;

/** The tables credit_months, credit_holds and credit_entries. A change of credits needs a lock on the month. */
@Injectable()
export class CreditsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Locks the current month until the transaction ends. */
  async lockThisMonth(workspaceId: string): Promise<Spent> {
    const [month] = await this.work.query<Spent>(LOCK_THIS_MONTH, [workspaceId]);
    if (!month) throw new Error('An upsert returns its row');
    return month;
  }

  /** Locks the month of a hold until the transaction ends. */
  async lockMonth({ workspaceId, month }: HeldCredits): Promise<void> {
    const options = { where: { workspaceId, month }, lock: { mode: 'pessimistic_write' as const } };
    await this.work.manager.findOne(CreditMonth, options);
  }

  /** The held credits of the month. */
  async sumHolds(workspaceId: string, month: string): Promise<number> {
    const [row] = await this.work.query<{ held: number }>(SUM_HOLDS, [workspaceId, month]);
    return row?.held ?? 0;
  }

  async insertHold(workspaceId: string, month: string, credits: number): Promise<HeldCredits> {
    const id = newId();
    await this.work.query(INSERT_HOLD, [workspaceId, id, month, credits]);
    return { workspaceId, id, month };
  }

  /** The number of spent credits. Null if the lease of the hold has ended. */
  async captureHold({ workspaceId, id }: HeldCredits, use: CreditUse): Promise<number | null> {
    const parameters = [workspaceId, id, newId(), use.purpose, use.referenceId, use.memberId];
    const [taken] = await this.work.query<{ credits: number }>(CAPTURE_HOLD, parameters);
    return taken?.credits ?? null;
  }

  async deleteHold({ workspaceId, id }: HeldCredits): Promise<void> {
    await this.work.manager.delete(CreditHold, { workspaceId, id });
  }

  /** The spent and held credits of the current month. One statement. */
  async findBalance(workspaceId: string): Promise<Omit<CreditBalance, 'limit' | 'remaining'>> {
    const [balance] = await this.work.query<Omit<CreditBalance, 'limit' | 'remaining'>>(READ_BALANCE, [workspaceId]);
    if (!balance) throw new Error('The balance has no row');
    return balance;
  }
}

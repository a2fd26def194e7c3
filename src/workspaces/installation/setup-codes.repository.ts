import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { SetupCode } from './setup-code.entity';

/** The one row of setup_codes. */
const PLACE = 1;

/** The table setup_codes. */
@Injectable()
export class SetupCodesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Replaces the earlier code. */
  async upsert(codeHash: Buffer, hours: number): Promise<void> {
    const expiresAt = (): string => `now() + make_interval(hours => ${hours})`;
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(SetupCode)
      .values({ place: PLACE, codeHash, expiresAt })
      .orUpdate(['code_hash', 'expires_at'], ['place'])
      .execute();
  }

  /** Whether this is the code, and it has not expired. */
  exists(codeHash: Buffer): Promise<boolean> {
    return this.work.manager
      .createQueryBuilder(SetupCode, 'c')
      .where('c.codeHash = :codeHash AND c.expiresAt > clock_timestamp()', { codeHash })
      .getExists();
  }

  /** Uses up the code. Of two callers at once, the later one waits for the first and gets false. */
  async delete(codeHash: Buffer): Promise<boolean> {
    const { affected } = await this.work.manager
      .createQueryBuilder()
      .delete()
      .from(SetupCode)
      .where('codeHash = :codeHash AND expiresAt > clock_timestamp()', { codeHash })
      .execute();
    return affected === 1;
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { USE_TOKEN } from './mail-tokens.sql';

/** The table inbound_mail_tokens: what a vendor has signed, and the request that it was for. */
@Injectable()
export class MailTokensRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Whether the token is new, or was used for the request with this digest. */
  async isFor(token: string, digest: Buffer): Promise<boolean> {
    return (await this.work.query(USE_TOKEN, [token, digest])).length > 0;
  }
}

import { Injectable } from '@nestjs/common';
import { recipientsOf } from './recipients';
import type { RecipientKind, ReplyRecipient } from './reply.types';

/** The order and number of recipients, for the feature that addresses replies. */
@Injectable()
export class ReplyRecipients {
  /** To before Cc before Bcc, each address once. @throws TooManyRecipients 400 */
  of(named: Readonly<Partial<Record<RecipientKind, readonly string[]>>>): ReplyRecipient[] {
    return recipientsOf(named);
  }
}

import { Text } from '../../common/validation/field-rules';
import { OneOf } from '../../common/validation/plain-fields';
import { DISPOSITION_CODES, type DispositionCode } from '../../support/support-request.types';

/** How the live support requests of the conversation end when the reply is sent. */
export class CloseWhenSentInput {
  @OneOf(DISPOSITION_CODES)
  disposition: DispositionCode;
  /**
   * Part of the disposition.
   * @example "Sent the new invoice."
   */
  @Text({ min: 1, max: 2000, optional: true, nullable: true })
  note?: string | null;
}

import { FlagQuery } from '../../common/http/flag-query.decorator';

export class GetVisitorAttachmentQuery {
  /** Returns a PNG, JPEG, GIF or WebP image with its own type. 400 for any other file. */
  @FlagQuery()
  preview?: boolean;
}

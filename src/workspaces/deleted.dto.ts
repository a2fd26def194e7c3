/** What a removal answers. */
export class DeletedDto {
  /** @example true */
  deleted: boolean;
}

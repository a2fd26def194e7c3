/** What a removal answers that has nothing else to say. */
export class RemovalDto {
  /**
   * Always true. A missing resource returns 404.
   * @example true
   */
  deleted: boolean;
}

export const REMOVED: RemovalDto = { deleted: true };

/** What a removal answers that has nothing else to say. */
export class RemovalDto {
  /**
   * Always true. What does not exist returns 404.
   * @example true
   */
  deleted: boolean;
}

export const REMOVED: RemovalDto = { deleted: true };

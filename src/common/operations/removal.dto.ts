/** The response of removals that return no other data. */
export class RemovalDto {
  /**
   * Always true. A missing resource returns 404.
   * @example true
   */
  deleted: boolean;
}

export const REMOVED: RemovalDto = { deleted: true };

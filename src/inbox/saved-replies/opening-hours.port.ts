/** When people answer. Bound in ports.module.ts. */
export abstract class OpeningHours {
  /** When the working time of an agent's team next begins, within a month. Null: it does not, or no working time is known. */
  abstract findNextOpening(workspaceId: string, agentId: string): Promise<Date | null>;
}

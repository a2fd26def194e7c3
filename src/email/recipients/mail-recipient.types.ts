/** Which limit of the plan a mail would exceed. */
export interface RefusedMail {
  limit: 'dailyUnverifiedMails' | 'dailyUnverifiedMailsPerRecipient';
  max: number;
  /** Until the next day in UTC. */
  retryAfterSeconds: number;
}

/** The limit of the plan that an email would exceed. */
export interface RefusedMail {
  limit: 'dailyUnverifiedMails' | 'dailyUnverifiedMailsPerRecipient';
  max: number;
  /** Until the next day in UTC. */
  retryAfterSeconds: number;
}

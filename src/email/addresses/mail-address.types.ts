/** Whether email that members forward counts as that of its original sender, if the members are verified. */
export const STAFF_FORWARDING = ['verified', 'off'] as const;
export type StaffForwarding = (typeof STAFF_FORWARDING)[number];

/** The kind of target of an issued address. */
export type MailAddressKind = 'conversation' | 'bounce' | 'intake';

/** `id` is the id of the conversation, of the message with a failed delivery, or of the agent. */
export interface IssuedMailAddress {
  kind: MailAddressKind;
  id: string;
}

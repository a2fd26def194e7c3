/** The kind of target of an issued address. */
export type MailAddressKind = 'conversation' | 'bounce' | 'intake';

/** `id` is the id of the conversation, of the message with a failed delivery, or of the agent. */
export interface IssuedMailAddress {
  kind: MailAddressKind;
  id: string;
}

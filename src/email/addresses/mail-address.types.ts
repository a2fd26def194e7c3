/** What an address that the service has issued leads to. */
export type MailAddressKind = 'conversation' | 'bounce' | 'intake';

/** `id`: of the conversation; of the message whose delivery failed; of the agent. */
export interface IssuedMailAddress {
  kind: MailAddressKind;
  id: string;
}

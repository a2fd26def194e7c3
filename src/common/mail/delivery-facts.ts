import type { Delivery } from './delivery.types';

/** The facts of an attempt for the log, without the text of the server, which can contain the recipient. */
export function deliveryFacts(delivery: Delivery): Record<string, unknown> {
  if (delivery.outcome === 'sent') return { outcome: delivery.outcome };
  const { class: failure, smtpCode, enhancedCode } = delivery.failure;
  return { outcome: delivery.outcome, failure, smtpCode, enhancedCode };
}

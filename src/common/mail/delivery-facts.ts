import type { Delivery } from './delivery.types';

/** What a log may say of an attempt: without the server's text, which may name the recipient. */
export function deliveryFacts(delivery: Delivery): Record<string, unknown> {
  if (delivery.outcome === 'sent') return { outcome: delivery.outcome };
  const { class: failure, smtpCode, enhancedCode } = delivery.failure;
  return { outcome: delivery.outcome, failure, smtpCode, enhancedCode };
}

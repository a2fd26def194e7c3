import type { EventType } from '../common/event-types/declare-events';
import { dataSchema } from '../common/event-types/event-fields';
import type { EventWebhook, Schema } from './document.types';

/** The types as the `webhooks` of the document, each with the schema of its data. */
export function eventWebhooks(types: readonly EventType[], tag: string): Record<string, EventWebhook> {
  const sorted = [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((type) => [type.name, webhookOf(type, tag)]));
}

function webhookOf({ name, summary, data }: EventType, tag: string): EventWebhook {
  const { type, properties, required } = dataSchema(data);
  const event = {
    type: 'object',
    properties: { type: { const: name }, data: { type, properties, required: [...required] } },
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Event' }, event] } as Schema;
  return {
    post: {
      // on, and the words of the type: onConversationCreated.
      operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
      summary,
      // The signature says who sends it.
      security: [],
      tags: [tag],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '200': { description: 'Any 2xx status acknowledges the event.' } },
    },
  };
}

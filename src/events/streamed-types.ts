/**
 * The types in the table inbox_events. The version before streams all of its rows, so a type that it does not know is a row of
 * workspace_events, even if the stream has it now.
 */
export const STREAMED_TYPES: ReadonlySet<string> = new Set([
  'conversation.created',
  'conversation.updated',
  'message.created',
  'message.updated',
  'note.created',
  'label.updated',
  'label.removed',
  'support_request.created',
  'support_request.updated',
  'sla.imminent',
  'sla.breached',
]);

/**
 * The id of a message or note that is written now, as a value of TypeORM's insert with the parameters `workspaceId` and
 * `conversationId`. It is greater than that of all messages and notes of the conversation, if the caller holds its lock.
 */
export const NEXT_ITEM_ID = 'next_item_id(:workspaceId, :conversationId, 0)';

import { Transform } from 'class-transformer';

/** An empty text is none if files are sent with it: `attachmentIds` of the same body. Without files, its rules refuse it. */
export const MessageWithFiles = (): PropertyDecorator =>
  Transform(({ value, obj }) => (value === '' && hasFiles(obj) ? undefined : (value as unknown)));

function hasFiles(body: unknown): boolean {
  const { attachmentIds } = body as { attachmentIds?: unknown };
  return Array.isArray(attachmentIds) && attachmentIds.length > 0;
}

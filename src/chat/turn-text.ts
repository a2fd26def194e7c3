import type { AnsweredTurn } from './turn.types';

/** What a turn is about, for subjects: the message, or the names of its files. */
export function textOfTurn({ input: { message }, fileNames }: Pick<AnsweredTurn, 'input' | 'fileNames'>): string {
  return message.trim() === '' ? fileNames.join(', ') : message;
}

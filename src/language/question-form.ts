import { answerType } from './answer-type';

/** How a question is put, as far as its words tell: what an answer looks like follows from it. */
export type QuestionForm = 'decision' | 'list' | 'place' | 'steps' | 'value' | 'other';

const DECISION =
  /^(?:(?:hi|hello|hey|so|and|but|ok|okay|also|please|sorry)[,!. ]+)*(?:is|are|am|was|can|could|do|does|did|will|would|should|may|must|has|have|isn't|aren't|can't|don't|doesn't|kann|können|ist|sind|gibt|geht|muss|darf|hat|habt|est-ce|peut-on|puis-je|puedo|hay|es posible)\b/i;
const LIST =
  /^(?:which|what)\s(?:\S+\s){0,4}?(?:are|do|does|can|should|exist|work|supported|available)\b|\b(?:list of|what are|which of|what kinds?|what types?|options)\b|^(?:welche|quels?|quelles?|qué|cuáles)\b|\b\w+s$/i;
const PLACE = /^where\b|\b(?:which|what) (?:folder|directory|file|path|menu|page|place)\b|^(?:wo|où|dónde)\b/i;
const STEPS = /\bhow (?:to|do|can|should|would|could)\b|\bsteps?\b|\bset(?:ting)? up\b|^(?:wie|comment|cómo)\b/i;

export function questionForm(question: string): QuestionForm {
  if (DECISION.test(question)) return 'decision';
  if (PLACE.test(question)) return 'place';
  if (STEPS.test(question)) return 'steps';
  if (answerType(question) === 'number') return 'value';
  return LIST.test(question.replace(/[?!.\s]+$/, '')) ? 'list' : 'other';
}

const DECIDES = /^(?:\W{0,4})(?:yes|no|not|ja|nein|oui|non|sí)\b/i;
const LIMITS =
  /\b(?:not|cannot|can't|won't|doesn't|isn't|only|unless|impossible|possible|must|required?|supports?|supported|nicht|kein|nur)\b/i;
const ENUMERATES = /(?:[^,\n]{2,60},\s+){2,}|(?:,[^,\n]{2,40}\b(?:and|or|und|oder|et|y)\b)/;
const LOCATES = /`[^`\n]*[/\\~.][^`\n]*`|(?:^|\s)[~./][\w.~/-]{3,}|\*\*[^*\n]+\*\*|>\s/;

/** Whether a passage has what an answer to a question of that form is made of. */
export function provides(
  form: QuestionForm,
  text: string,
  blocks: readonly { kind: string; number?: number }[],
): boolean {
  if (form === 'decision') return DECIDES.test(text) || LIMITS.test(text);
  if (form === 'place') return LOCATES.test(text);
  return form === 'steps' && blocks.some(({ kind, number }) => kind === 'code' || number !== undefined);
}

/** How much a block counts for a question of that form; 1 where it says nothing about it. */
export function fits(form: QuestionForm, text: string): number {
  if (form === 'decision') return DECIDES.test(text) ? 1.6 : LIMITS.test(text) ? 1.15 : 1;
  if (form === 'list') return ENUMERATES.test(text) ? 1.3 : 1;
  if (form === 'place') return LOCATES.test(text) ? 1.2 : 1;
  if (form === 'value') return /\p{N}/u.test(text) ? 1.3 : 1;
  return 1;
}

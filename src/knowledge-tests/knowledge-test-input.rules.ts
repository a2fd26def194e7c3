import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { Field } from '../common/validation/field-rules';
import { expressionOf } from './answer-judge';
import { EXPECTED, MOST_BEFORE, type TestQuestion } from './knowledge-test.types';

const ALTERNATIVES = 20;
const TEXTS = 10;
const LONGEST_TEXT = 500;

/** Alternatives, each a list of texts or expressions. */
export function Accept(): PropertyDecorator {
  const text = { type: 'string', minLength: 1, maxLength: LONGEST_TEXT };
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'array', items: text, minItems: 1, maxItems: TEXTS },
      maxItems: ALTERNATIVES,
      required: false,
    }),
    Field({ optional: true }),
    ValidateBy({
      name: 'isAccept',
      validator: {
        validate: (value) => problemOf(value) === null,
        defaultMessage: (args) => problemOf(args?.value) ?? '',
      },
    }),
  );
}

function problemOf(value: unknown): string | null {
  if (!isListOf(value, ALTERNATIVES, (texts) => isListOf(texts, TEXTS, isText) && texts.length > 0)) {
    return `must be at most ${ALTERNATIVES} lists of 1 to ${TEXTS} texts of 1 to ${LONGEST_TEXT} characters`;
  }
  const isBroken = value.some((texts) => (texts as string[]).some((text) => !isExpressionOrText(text)));
  return isBroken ? 'has a text between slashes that is not a regular expression of JavaScript' : null;
}

function isListOf(value: unknown, most: number, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.length <= most && value.every(isItem);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT;
}

function isExpressionOrText(text: string): boolean {
  const expression = expressionOf(text);
  if (expression === null) return true;
  try {
    new RegExp(expression, 'i');
    return true;
  } catch {
    return false;
  }
}

/** Ids are each there once, what follows on a question comes after it, and what wants an answer says which. */
export const AreInOrder = (): PropertyDecorator =>
  ValidateBy({
    name: 'areInOrder',
    validator: {
      validate: (value) => disorderOf(value) === null,
      defaultMessage: (args?: ValidationArguments) => disorderOf(args?.value) ?? '',
    },
  });

/** Other rules refuse a value that is no list of objects. */
function disorderOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const depths = new Map<string, number>();
  for (const [index, question] of value.entries()) {
    if (typeof question !== 'object' || question === null) return null;
    const { id, after, accept, sources, expect } = question as Partial<TestQuestion>;
    if (typeof id !== 'string') return null;
    if (depths.has(id)) return `has two questions with the id of item ${index}`;
    const depth = typeof after !== 'string' ? 0 : (depths.get(after) ?? -1) + 1;
    if (typeof after === 'string' && !depths.has(after))
      return `has no question before item ${index} that it could follow on`;
    if (depth > MOST_BEFORE) return `has more than ${MOST_BEFORE} questions before item ${index} in its conversation`;
    if (expect !== undefined && !EXPECTED.includes(expect)) return null;
    const wantsAnswer = expect === undefined || expect === 'answered';
    const saysWhich = isFilled(accept) || isFilled(sources);
    if (wantsAnswer && !saysWhich) return `does not say what item ${index} should be answered: accept or sources`;
    if (!wantsAnswer && saysWhich) return `says what item ${index} should be answered, which should not be answered`;
    depths.set(id, depth);
  }
  return null;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

import { ArrayMinSize, ArrayUnique, Matches } from 'class-validator';
import { RequestExamples } from '../common/operations/request-examples';
import { Text, TextList } from '../common/validation/field-rules';
import { NestedList, OneOf } from '../common/validation/plain-fields';
import { Accept, AreInOrder } from './knowledge-test-input.rules';
import { EXPECTED, type Expected, MOST_MODELS, MOST_QUESTIONS, type TestQuestion } from './knowledge-test.types';

export class TestQuestionInput {
  /**
   * Your own name for the question, unique within the test.
   * @example "password-1"
   */
  @Text({ min: 1, max: 100 })
  id: string;

  /** @example "How do I reset my password?" */
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 2000 })
  question: string;

  /**
   * Your own word for the kind of question. The report counts each kind.
   * @example "how-to"
   */
  @Text({ min: 1, max: 50, optional: true })
  kind?: string;

  /**
   * `answered`: from the sources. `refused`: no answer from the sources. `reply`: words without a citation, as to a
   * greeting. `handed_off`: handed to a person. Default: answered.
   * @example "answered"
   */
  @OneOf(EXPECTED, { optional: true })
  expect?: Expected;

  /**
   * Names of sources of which one should be cited.
   * @example ["Passwords"]
   */
  @TextList({ size: 20, min: 1, max: 255, optional: true })
  sources?: string[];

  /**
   * Alternatives: the answer is right if it contains all texts of one of them, in any case and markup. A text
   * between slashes is a regular expression of JavaScript on the answer in lower case. Without it, an answer is right
   * that cites one of `sources`.
   * @example [["settings", "reset password"]]
   */
  @Accept()
  accept?: string[][];

  /**
   * Id of the question before it in the same conversation, which must precede it in the list.
   * @example "password-0"
   */
  @Text({ min: 1, max: 100, optional: true })
  after?: string;

  static toQuestion({ id, question, kind, expect, sources, accept, after }: TestQuestionInput): TestQuestion {
    return {
      id,
      question,
      kind: kind ?? null,
      expect: expect ?? 'answered',
      sources: sources ?? [],
      accept: accept ?? [],
      after: after ?? null,
    };
  }
}

@RequestExamples({
  'one question': {
    questions: [
      { id: 'password-1', question: 'How do I reset my password?', accept: [['settings', 'reset password']] },
    ],
  },
})
export class TestKnowledgeInput {
  @AreInOrder()
  @ArrayMinSize(1)
  @NestedList(() => TestQuestionInput, { size: MOST_QUESTIONS })
  questions: TestQuestionInput[];

  /**
   * Models to compare, each of which answers all questions: any that the agent may name. With 200 questions, at most two. Default: the
   * model of the agent.
   * @example ["parley-extractive"]
   */
  @ArrayUnique({ message: 'must not contain the same model twice' })
  @TextList({ size: MOST_MODELS, min: 1, max: 200, optional: true })
  models?: string[];
}

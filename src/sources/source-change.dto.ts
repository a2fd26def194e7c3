import { ApiProperty } from '@nestjs/swagger';
import { RequestExamples } from '../common/operations/request-examples';
import { Field, Text } from '../common/validation/field-rules';
import type { QuestionAndAnswer } from '../documents/read-qna';
import { LONGEST_ADDRESS } from '../documents/html/page-address';
import { LONGEST_TEXT, QuestionAndAnswerInput, QuestionsAndAnswers } from './source-input.dto';
import { IsPageAddress } from './source-input.rules';
import { SourceDto } from './source.dto';
import type { Source } from './source.entity';
import type { SourceContent } from './source.types';

/** `content` is for text, `pairs` for qna, `url` for url and sitemap. */
@RequestExamples({ 'another name': { name: 'Passwords and sign-in' } })
export class UpdateSourceInput {
  /**
   * Shown as the title of citations. Its words count in ranking.
   * @example "Passwords and sign-in"
   */
  @Text({ min: 1, max: 255, line: true, optional: true })
  name?: string;

  /**
   * The whole text, in place of the present one.
   * @example "To reset your password, open Settings and choose Reset password."
   */
  @Text({ min: 1, max: LONGEST_TEXT, optional: true })
  content?: string;

  /** All pairs, in place of the present ones. */
  @Field({ optional: true })
  @QuestionsAndAnswers()
  pairs?: QuestionAndAnswerInput[];

  /**
   * Another address of the page or of the sitemap, which is fetched.
   * @example "https://docs.example.com/passwords"
   */
  @ApiProperty({ type: String, format: 'uri', maxLength: LONGEST_ADDRESS, required: false })
  @Field({ optional: true })
  @IsPageAddress()
  url?: string;
}

export class QuestionAndAnswerDto {
  /** @example "How do I reset my password?" */
  question: string;
  /** @example "Open Settings and choose Reset password." */
  answer: string;
}

/** A source with what can be edited in place. */
export class SourceDetailDto extends SourceDto {
  /** The text, as it was sent. null for sources of other types. */
  @ApiProperty({ type: String, nullable: true, example: 'To reset your password, open Settings.' })
  content: string | null;

  /** The questions and answers, as they were sent. null for sources of other types. */
  @ApiProperty({ type: () => [QuestionAndAnswerDto], nullable: true, example: null })
  pairs: QuestionAndAnswerDto[] | null;

  static with(source: Source, content: SourceContent | null): SourceDetailDto {
    return Object.assign(SourceDto.from(source), {
      content: content?.type === 'text' ? content.content : null,
      pairs: content?.type === 'qna' ? content.pairs.map(pairOf) : null,
    });
  }
}

function pairOf({ question, answer }: QuestionAndAnswer): QuestionAndAnswerDto {
  return { question, answer };
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, IsUUID, ValidateNested } from 'class-validator';
import { BODY_LIMIT_BYTES } from '../common/http/body-reader';
import { IdCursor, PageLimit } from '../common/http/page-query';
import { RequestExamples } from '../common/operations/request-examples';
import { Text } from '../common/validation/field-rules';
import { LONGEST_ADDRESS, pageAddress } from '../documents/html/page-address';
import {
  For,
  ForFileHere,
  IsBase64,
  IsFileMediaType,
  IsLanguageOfText,
  IsPageAddress,
  IsRefreshHours,
  IsSourceType,
  LONGEST_REFRESH_HOURS,
} from './source-input.rules';
import {
  type AddressToFetch,
  FETCHED_TYPES,
  FILE_MEDIA_TYPES,
  type FileMediaType,
  SOURCE_TYPES,
  type SourceContent,
  type SourceType,
  type UploadedFile,
} from './source.types';

export class QuestionAndAnswerInput {
  /** @example "How do I reset my password?" */
  @Text({ min: 1, max: 2000 })
  question: string;
  /** @example "Open Settings and choose Reset password." */
  @Text({ min: 1, max: 20_000 })
  answer: string;
}

export const LONGEST_TEXT = 1_000_000;
const MOST_PAIRS = 1000;

/** The pairs of a source of type qna. */
export const QuestionsAndAnswers = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: () => [QuestionAndAnswerInput], required: false, minItems: 1, maxItems: MOST_PAIRS }),
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(MOST_PAIRS),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => QuestionAndAnswerInput),
  );

/**
 * `content` is for text, `pairs` for qna, `url` for url and sitemap; for file it is `fileId`, or `mediaType` and
 * `contentBase64`.
 */
@RequestExamples({
  text: {
    type: 'text',
    name: 'Passwords',
    content: 'To reset your password, open Settings and choose Reset password.',
  },
  qna: {
    type: 'qna',
    name: 'Frequent questions',
    pairs: [{ question: 'How do I reset my password?', answer: 'Open Settings and choose Reset password.' }],
  },
  file: {
    type: 'file',
    name: 'passwords.md',
    mediaType: 'text/markdown',
    contentBase64: 'IyBQYXNzd29yZHMKClRvIHJlc2V0IHlvdXIgcGFzc3dvcmQsIG9wZW4gU2V0dGluZ3MuCg==',
  },
  'uploaded file': { type: 'file', name: 'handbook.pdf', fileId: '0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11' },
  url: { type: 'url', name: 'Passwords', url: 'https://docs.example.com/passwords' },
  sitemap: { type: 'sitemap', name: 'Documentation', url: 'https://docs.example.com/sitemap.xml' },
})
export class CreateSourceInput {
  @ApiProperty({ enum: SOURCE_TYPES })
  @IsSourceType()
  type: SourceType;

  /**
   * Shown as the title of citations. Its words count in ranking.
   * @example "Passwords"
   */
  @Text({ min: 1, max: 255, line: true })
  name: string;

  /** BCP 47 language tag or name of a PostgreSQL text search configuration. Default: detected from the content. */
  @Text({ min: 2, max: 64, optional: true })
  @IsLanguageOfText()
  language?: string;

  /**
   * The text. Separate paragraphs with empty lines.
   * @example "To reset your password, open Settings and choose Reset password."
   */
  @ApiProperty({ type: String, required: false, minLength: 1, maxLength: LONGEST_TEXT })
  @For('text')
  @Text({ min: 1, max: LONGEST_TEXT })
  content?: string;

  @For('qna')
  @QuestionsAndAnswers()
  pairs?: QuestionAndAnswerInput[];

  /**
   * An uploaded file (`uploadSourceFile`), instead of `mediaType` and `contentBase64`.
   * @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11"
   */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  @For('file', { optional: true })
  @IsUUID('loose')
  fileId?: string;

  @ApiProperty({ enum: FILE_MEDIA_TYPES, required: false })
  @ForFileHere()
  @IsFileMediaType()
  mediaType?: FileMediaType;

  /**
   * Content of the file in Base64 (RFC 4648 §4), as far as it fits into the body. Text must be UTF-8, UTF-16 or UTF-32.
   */
  @ApiProperty({ type: String, format: 'byte', maxLength: BODY_LIMIT_BYTES, required: false })
  @ForFileHere()
  @IsBase64()
  contentBase64?: string;

  /**
   * Address of the page (url), or of the sitemap that lists the pages (sitemap); the address of a site, without a path, stands for the
   * sitemaps that its robots.txt names, or for its `/sitemap.xml`. Must be reachable from the public internet.
   * @example "https://docs.example.com/passwords"
   */
  @ApiProperty({ type: String, format: 'uri', maxLength: LONGEST_ADDRESS, required: false })
  @For(FETCHED_TYPES)
  @IsPageAddress()
  url?: string;

  /**
   * Hours until the address is fetched again, and so on. Default: only when the source is refreshed by a call.
   * @example 24
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: LONGEST_REFRESH_HOURS, required: false })
  @For(FETCHED_TYPES, { optional: true })
  @IsRefreshHours()
  refreshHours?: number;
}

export class ListSourcesQuery {
  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export type InputContent = Exclude<SourceContent, { type: 'url' }> | AddressToFetch | UploadedFile;

/** The content of a validated input, or where it is to be had. */
export function contentOf(input: CreateSourceInput): InputContent {
  const { type, content, pairs, fileId, mediaType, contentBase64, url = '' } = input;
  switch (type) {
    case 'text':
      return { type, content: content ?? '' };
    case 'qna':
      return { type, pairs: pairs ?? [] };
    case 'file':
      if (fileId !== undefined) return { type, fileId };
      return { type, mediaType: mediaType ?? 'text/plain', bytes: Buffer.from(contentBase64 ?? '', 'base64') };
    case 'url':
    case 'sitemap':
      return { type, url: pageAddress(url) ?? url };
  }
}

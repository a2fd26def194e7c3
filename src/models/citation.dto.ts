import { ApiProperty } from '@nestjs/swagger';

/** The place in a source that supports a sentence: `quote` is characters `start` to `end` (UTF-16 code units) of the source's text. */
export class CitationDto {
  /**
   * Position among the citations, starting at 1.
   * @example 1
   */
  @ApiProperty({ type: 'integer', minimum: 1 })
  index: number;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  sourceId: string;
  /**
   * Name of the source.
   * @example "Passwords"
   */
  title: string;
  /** The headings above the quote, outermost first, separated by ` > `. null if there are none. */
  @ApiProperty({ type: String, nullable: true, example: 'Passwords > Resetting' })
  heading: string | null;
  /** The URL of the source, with `#` and the anchor of the section if there is one. null for a source without a URL. */
  @ApiProperty({ type: String, nullable: true, example: null })
  url: string | null;
  /** @example "Open Settings and choose Reset password." */
  quote: string;
  /** @example 120 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  start: number;
  /** @example 160 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  end: number;
  /**
   * Relevance of the passage to the question. Higher is better. Comparable only within one response.
   * @example 11.4
   */
  score: number;
}

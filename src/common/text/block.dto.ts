import { ApiProperty } from '@nestjs/swagger';
import { type Block, BLOCK_TYPES, type BlockType } from './block.types';

/** An element of a message. There are no others, and no attributes but the address of a link. */
export class VisitorBlockDto {
  @ApiProperty({ enum: BLOCK_TYPES, example: 'p' })
  type: BlockType;
  @ApiProperty({ type: String, required: false, description: 'Of `a`: begins with http:, https:, or mailto:.' })
  href?: string;
  @ApiProperty({
    type: 'array',
    required: false,
    description: 'Texts, and elements like this one.',
    items: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
  })
  children?: Block[];
}

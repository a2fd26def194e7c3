import { ApiProperty } from '@nestjs/swagger';
import { FILE_MEDIA_TYPES, type FileMediaType } from '../source.types';
import type { SourceFile } from './source-file.entity';

/** A file that a source can be made of. */
export class SourceFileDto {
  /**
   * The id that `createSource` takes as `fileId`.
   * @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11"
   */
  id: string;
  workspaceId: string;
  agentId: string;
  @ApiProperty({ enum: FILE_MEDIA_TYPES })
  mediaType: FileMediaType;
  @ApiProperty({ type: 'integer', minimum: 1 })
  sizeBytes: number;
  /** When the file is forgotten, unless a source is made of it. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;

  static from({ id, workspaceId, agentId, mediaType, sizeBytes, dueAt }: SourceFile): SourceFileDto {
    return { id, workspaceId, agentId, mediaType, sizeBytes, expiresAt: dueAt.toISOString() };
  }
}

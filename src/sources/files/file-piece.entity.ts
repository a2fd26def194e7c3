import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';

/** A piece of a file, or of a source that was made of one. */
@Entity('knowledge_file_pieces')
export class FilePiece {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  @PrimaryColumn('uuid')
  fileId: string;

  @PrimaryColumn('bigint', { transformer: wholeNumber })
  startAt: number;

  @Column('bytea')
  bytes: Buffer;
}

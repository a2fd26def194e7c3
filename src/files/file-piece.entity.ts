import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** A part of the bytes of a file. */
@Entity('file_pieces')
export class StoredPiece {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  fileId: string;

  @PrimaryColumn('bigint', { transformer: wholeNumber })
  startAt: number;

  @Column('bytea')
  bytes: Buffer;
}

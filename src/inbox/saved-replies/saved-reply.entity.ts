import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { SavedReplyVisibility } from './saved-reply.types';

/** A text that members keep for replies. */
@Entity('saved_replies')
export class SavedReply {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The normal form of the name, unique among shared replies and among those of one member. */
  @Column('text')
  nameKey: string;

  /** Unique in the same way. */
  @Column('text', { nullable: true })
  shortcut: string | null;

  /** With variables; see `template.ts`. */
  @Column('text')
  content: string;

  /** BCP 47 */
  @Column('text', { nullable: true })
  language: string | null;

  /** Empty: for conversations of any agent. */
  @Column('uuid', { array: true })
  agentIds: string[];

  @Column('text')
  visibility: SavedReplyVisibility;

  @Column('uuid')
  authorMemberId: string;

  @Column('bigint', { transformer: wholeNumber })
  usedCount: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** Goes up with every change; a use is none. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}

/** The columns that a member may change. */
export type SavedReplyContent = Pick<
  SavedReply,
  'name' | 'shortcut' | 'content' | 'language' | 'agentIds' | 'visibility'
>;

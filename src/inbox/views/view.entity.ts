import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { ConversationSort } from '../conversations/conversation-input.dto';
import type { ViewFilter, ViewVisibility } from './view.types';

/** A list of conversations that members keep by its filters. */
@Entity('conversation_views')
export class View {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('jsonb')
  filter: ViewFilter;

  @Column('text')
  sort: ConversationSort;

  @Column('text')
  visibility: ViewVisibility;

  /** Among the shared views, or among those of its author. */
  @Column('integer')
  position: number;

  @Column('uuid')
  authorMemberId: string;

  /** Goes up with every change but one of the order. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}

/** The fields that a member may change. */
export type ViewContent = Pick<View, 'name' | 'filter' | 'sort' | 'visibility' | 'position'>;

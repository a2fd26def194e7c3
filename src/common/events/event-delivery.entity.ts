import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { LeasedRow } from '../jobs/leased-row';

/** An event on its way to a subscriber that runs after the commit. */
@Entity('event_deliveries')
export class EventDelivery extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** `Class.method`. */
  @Column('text')
  subscriber: string;

  /** The name of the event's class. */
  @Column('text')
  event: string;

  @Column('jsonb')
  data: { readonly workspaceId: string };

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  publishedAt: Date;

  /** When the last attempt failed. Null while attempts remain. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt: Date | null;
}

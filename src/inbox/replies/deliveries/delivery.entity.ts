import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecipientKind } from '../reply.types';
import { DeliveryRow } from './delivery-row';

/** The email of a reply to one of its further recipients. The reply itself is the delivery to the first one. */
@Entity('deliveries')
export class Delivery extends DeliveryRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  /** In the address for reports about this email. */
  @PrimaryColumn('uuid')
  id: string;

  /** Its place among the recipients; the first one has 0 and no row. */
  @Column('integer')
  position: number;

  @Column('text')
  kind: RecipientKind;

  /** One bare address in lower case. */
  @Column('text')
  address: string;

  /** When it is sent again. Null: it is sent with the reply, which has not been claimed yet. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dispatchAfterAt: Date | null;

  /** The day in UTC on which it counted towards the limit of unverified recipients; null: it did not. */
  @Column('date', { nullable: true })
  countedOn: string | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that stops are hashed with, of a SECRET_KEY that may be gone by now. */
@Entity('visitor_mail_stop_keys')
export class VisitorMailStopKey {
  /** SHA-256 of the key. */
  @PrimaryColumn('bytea')
  hash: Buffer;

  /** The key, sealed. */
  @Column('bytea')
  sealed: Buffer;
}

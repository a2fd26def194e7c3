import { Entity, PrimaryColumn } from 'typeorm';

/** A mailbox that wants no mail about chats with a workspace. */
@Entity('visitor_mail_stops')
export class VisitorMailStop {
  @PrimaryColumn('uuid')
  workspaceId: string;

  /** A keyed hash: it says of no mailbox that it is this one, but to who has the address and the key. */
  @PrimaryColumn('bytea')
  mailbox: Buffer;
}

import { Column } from 'typeorm';

/** The columns of a queue. Its index: `(workspace_id, due_at) WHERE due_at IS NOT NULL`, and one without the workspace. */
export abstract class LeasedRow {
  /** Orders the queue, and is where the lease ends; null: nothing is left to do. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  dueAt: Date | null;

  /** Grows with every claim: only the newest may get on with the row. */
  @Column('bigint', { default: 0, select: false })
  fence: string;

  /** Whether a process has claimed the row and not given it back: where its lease has ended all the same, that one has died. */
  @Column('boolean', { default: false, select: false })
  isHeld: boolean;

  /** Claims since the row last got on. */
  @Column('integer', { default: 0, select: false })
  attempts: number;
}

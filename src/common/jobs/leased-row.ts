import { Column } from 'typeorm';

/** The columns of a queue. Needs two indexes: `(workspace_id, due_at) WHERE due_at IS NOT NULL`, and one without the workspace. */
export abstract class LeasedRow {
  /** Orders the queue, and is the end of the lease of a claimed row. Null if no work is left. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  dueAt: Date | null;

  /** Grows with every claim. Only the newest claim may change the row. */
  @Column('bigint', { default: 0, select: false })
  fence: string;

  /** Whether a process has claimed and not released the row. If its lease has expired nevertheless, that process has died. */
  @Column('boolean', { default: false, select: false })
  isHeld: boolean;

  /** The number of claims since the last progress of the row. */
  @Column('integer', { default: 0, select: false })
  attempts: number;
}

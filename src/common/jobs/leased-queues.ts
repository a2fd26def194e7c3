import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { BackgroundRunner } from './background-runner';
import { LeasedQueue } from './leased-queue';
import type { LeasedQueueOptions } from './leased-queue.types';
import { dueStates, Queues } from './queues';

/** Creates queues, runs them in the background, and counts their entries. */
@Injectable()
export class LeasedQueues {
  constructor(
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    private readonly queues: Queues,
  ) {}

  /** Creates a queue. Call it once for each queue, in a constructor. */
  open<Row extends ObjectLiteral, Claim extends object>(
    options: LeasedQueueOptions<Row, Claim>,
  ): LeasedQueue<Row, Claim> {
    const queue = new LeasedQueue(options, this.work, this.runner);
    const states = options.shape?.states === undefined ? dueStates() : options.shape.states;
    const table = this.work.manager.dataSource.getMetadata(options.entity).tableName;
    if (states) this.queues.register({ queue: options.name, table, states });
    this.runner.register(queue);
    return queue;
  }
}

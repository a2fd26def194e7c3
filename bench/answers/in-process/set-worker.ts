import type { AnswerSet } from '../sets/answer-set.types';
import { measureSet } from '../sets/measure-set';
import { inProcess } from './in-process.client';

/** A process that measures the sets which it receives, one at a time. Its argument is the URL of a prepared database. */
const { connect, close } = inProcess(process.argv[2] ?? '');

process.on('message', (set: AnswerSet) => {
  measureSet(connect(), set).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void close());

import type { ComputeScript } from '../common/compute/compute.types';
import type AnswerJudging from './answer-judging';

export const ANSWER_JUDGING: ComputeScript<AnswerJudging> = { path: require.resolve('./answer-judging') };

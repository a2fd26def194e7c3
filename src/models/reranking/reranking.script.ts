import type { ComputeScript } from '../../common/compute/compute.types';
import type Reranking from './reranking';

export const RERANKING: ComputeScript<Reranking> = { path: require.resolve('./reranking') };

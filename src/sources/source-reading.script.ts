import type { ComputeScript } from '../common/compute/compute.types';
import type SourceReading from './source-reading';

export type { SourceReading };

/** Loaded by the computing process only: a service that indexes nothing has no parser in memory. */
export const SOURCE_READING: ComputeScript<SourceReading> = { path: require.resolve('./source-reading') };

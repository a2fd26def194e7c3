import type { ComputeScript } from '../../common/compute/compute.types';
import type SiteReading from './site-reading';

export type { SiteReading };

/** Loaded by the computing process only. */
export const SITE_READING: ComputeScript<SiteReading> = { path: require.resolve('./site-reading') };

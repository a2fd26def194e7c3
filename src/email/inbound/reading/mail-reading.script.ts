import type { ComputeScript } from '../../../common/compute/compute.types';
import type MailReading from './mail-reading';

export type { MailReading };

/** Loaded by the computing process only, so that untrusted email is parsed nowhere else. */
export const MAIL_READING: ComputeScript<MailReading> = { path: require.resolve('./mail-reading') };

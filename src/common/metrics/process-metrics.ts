import { Registry } from 'prom-client';

/**
 * The metrics of this process since its start. Like the log, there is one registry for the whole process, and each file declares its
 * own metrics. Labels have values from the program only, never values that were sent or stored: no ids, no addresses, no paths.
 */
export const processMetrics = new Registry();

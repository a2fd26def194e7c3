import { Registry } from 'prom-client';

/**
 * What this process has counted since it began. There is one of it, as of the log: who knows that something has happened declares
 * a counter beside it. Labels take values that the program names, never what somebody has sent or stored: no ids, no
 * addresses, no paths.
 */
export const processMetrics = new Registry();

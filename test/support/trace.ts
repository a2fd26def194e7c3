/** Of a caller that traces its requests; no other test has it. */
export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
export const TRACE_HEADERS = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`, tracestate: 'rojo=00f067aa0ba902b7' };

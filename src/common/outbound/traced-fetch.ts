import { requestIfAny } from '../request/request-context';
import { inSpan } from '../tracing/spans';
import { traceHeaders } from '../tracing/trace-context';

/**
 * `fetch` that sends the trace context of the running request. Use it only for servers of the operator. Servers that others choose,
 * such as websites or model servers of workspaces, must not receive the context.
 */
export const tracedFetch: typeof fetch = (url, init) => {
  const { hostname } = new URL(url instanceof Request ? url.url : url);
  const method = init?.method ?? 'GET';
  const facts = { 'http.request.method': method, 'server.address': hostname };
  return inSpan({ name: method, role: 'client', facts }, async (span) => {
    const headers = new Headers(init?.headers);
    const trace = span?.trace ?? requestIfAny()?.trace;
    for (const [name, value] of Object.entries(traceHeaders(trace))) headers.set(name, value);
    const response = await fetch(url, { ...init, headers });
    span?.add({ 'http.response.status_code': response.status });
    return response;
  });
};

import { requestIfAny } from '../request/request-context';
import { inSpan } from '../tracing/spans';
import { traceHeaders } from '../tracing/trace-context';

/**
 * `fetch` that goes on with the trace of the running request: for servers of whoever runs the installation. Those that
 * others chose, of workspaces, websites or browsers, are told nothing about where a request comes from.
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

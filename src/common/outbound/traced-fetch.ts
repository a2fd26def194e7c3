import { requestIfAny } from '../request/request-context';
import { traceHeaders } from '../request/trace-context';

/**
 * `fetch` that goes on with the trace of the running request: for servers of whoever runs the installation. Those that
 * others chose, of workspaces, websites or browsers, are told nothing about where a request comes from.
 */
export const tracedFetch: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(traceHeaders(requestIfAny()?.trace))) headers.set(name, value);
  return fetch(url, { ...init, headers });
};

import { buildSync } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { strictPage } from './strict-shop';

/** What hosts do to everything in a page. */
const TORTURE =
  ':not(html):not(head){all:unset!important;display:block!important;position:static!important;opacity:.2!important;color:red!important}';
const OLIVES = `<h1>Shop</h1><p>${'Olives. '.repeat(200)}</p>`;
const MAIN = `<main>${OLIVES}</main>`;

/** Of a single-page application as React has it in development: what it mounts, it takes out and mounts again. */
const REACT = `
  import { StrictMode, createElement, useEffect } from 'react';
  import { createRoot } from 'react-dom/client';
  function Chat({ src, agent }) {
    useEffect(() => {
      window.Parley = window.Parley || function () { (window.Parley.q = window.Parley.q || []).push(arguments); };
      const script = document.createElement('script');
      Object.assign(script, { src, async: true });
      script.dataset.agent = agent;
      script.dataset.locale = 'en';
      document.body.append(script);
      window.Parley('on', 'open', () => { window.opened = (window.opened || 0) + 1; });
      return () => { script.remove(); window.Parley('destroy'); };
    }, []);
    return createElement('h1', null, 'Shop');
  }
  const { src, agent } = document.body.dataset;
  const root = createRoot(document.getElementById('root'));
  root.render(createElement(StrictMode, null, createElement(Chat, { src, agent })));
  window.leave = () => root.unmount();`;

/** A customer's site. Its pages are made of their path: `/plain`, `/strict`, `/torture`, `/turbo/…`, `/react` and more. */
export class Shop {
  /** Of the script tag. */
  attributes = 'data-locale="en"';

  private constructor(
    private readonly server: Server,
    readonly address: string,
    private readonly parley: string,
    public agentId: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request.url!, response));
  }

  static async start(parley: string, agentId: string): Promise<Shop> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as { port: number };
    return new Shop(server, `http://shop.localhost:${port}`, parley, agentId);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(path: string, response: ServerResponse): void {
    const file = files[path];
    if (file) {
      response.writeHead(200, { 'Content-Type': path.endsWith('.css') ? 'text/css' : 'text/javascript' });
      return void response.end(file());
    }
    const page = strictPage(path, this.parley, this.agentId);
    if (page) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers });
      return void response.end(page.body);
    }
    const csp = `default-src 'none'; script-src ${this.parley}; frame-src ${this.parley}`;
    const strict = path === '/strict' && { 'Content-Security-Policy': csp };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...strict }).end(this.page(path));
  }

  private page(path: string): string {
    const { parley, agentId, attributes } = this;
    const tag = `<script async src="${parley}/widget.js" data-agent="${agentId}" ${attributes}></script>`;
    const begin = (head: string, body = ''): string =>
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<title>Shop</title>${head}</head><body${body}>`;
    const end = '</body></html>';
    if (path === '/react') {
      const data = ` data-src="${parley}/widget.js" data-agent="${agentId}"`;
      return `${begin('', data)}<div id="root"></div><script src="/react.js"></script>${end}`;
    }
    if (path.startsWith('/turbo/')) {
      // As sites have it: the library in the head, what each page brings along in its body.
      const links = `<main id="at${path.replaceAll('/', '-')}"><a href="/turbo/one">One</a> <a href="/turbo/two">Two</a>${OLIVES}</main>`;
      return begin('<script src="/turbo.js"></script>') + links + tag + end;
    }
    const head = path === '/torture' ? `<style>${TORTURE}</style>` : styles.includes(path) ? stylesheet(path) : '';
    return begin(head) + MAIN + tag + end;
  }
}

const styles = ['/bootstrap', '/tailwind'];
const stylesheet = (path: string): string => `<link rel="stylesheet" href="${path}.css">`;

const files: Record<string, () => Buffer | string> = {
  '/bootstrap.css': () => readFileSync(require.resolve('bootstrap/dist/css/bootstrap.min.css')),
  '/tailwind.css': () => readFileSync(require.resolve('tailwindcss/preflight.css')),
  '/turbo.js': () => readFileSync(require.resolve('@hotwired/turbo')),
  '/react.js': () => {
    const stdin = { contents: REACT, resolveDir: __dirname };
    return buildSync({ stdin, bundle: true, write: false, define: { 'process.env.NODE_ENV': '"development"' } })
      .outputFiles[0]!.text;
  },
};

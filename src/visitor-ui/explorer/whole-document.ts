import type { Plugin, React } from './system';

/** The page shows a part of the API's document in older words. Its head names the document itself. */
export const wholeDocument = ({ React: { createElement: h } }: { React: React }): Plugin => ({
  wrapComponents: {
    InfoUrl: () => () =>
      h('a', { className: 'link', href: '/docs/openapi.json' }, h('span', { className: 'url' }, '/docs/openapi.json')),
    OpenAPIVersion: () => () =>
      h('small', { className: 'version-stamp' }, h('pre', { className: 'version' }, 'OAS 3.1')),
  },
});

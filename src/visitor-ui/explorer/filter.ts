import type { Immutable, Plugin, React } from './system';

interface Layout {
  layoutActions: { updateFilter(phrase: string): void };
}

const FIELD = 'Filter by words of the summary, name, path or description';

/** Finds operations by words of their summary, id, path, description and heading. An operation has to have all words. */
export const filter = ({ React: { createElement: h } }: { React: React }): Plugin => ({
  components: {
    FilterContainer: ({ layoutActions }: Layout) => {
      let timer = 0;
      const change = ({ target }: { target: HTMLInputElement }): void => {
        clearTimeout(timer);
        timer = window.setTimeout(() => layoutActions.updateFilter(target.value), 150);
      };
      const field = { className: 'operation-filter-input', type: 'search', placeholder: FIELD, 'aria-label': FIELD };
      return h('div', { className: 'filter wrapper' }, h('input', { ...field, onChange: change }));
    },
  },
  fn: {
    opsFilter: (tags: Immutable, phrase: string): Immutable => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const found = tags.map((tag, name) => {
        const rest = words.filter((word) => !name.toLowerCase().includes(word));
        const operations = (tag.get('operations') as Immutable).filter((op) => {
          const text = textOf(op);
          return rest.every((word) => text.includes(word));
        });
        return tag.set('operations', operations);
      });
      return found.filter((tag) => (tag.get('operations') as Immutable).size > 0);
    },
  },
});

const texts = new WeakMap<Immutable, string>();

function textOf(op: Immutable): string {
  let text = texts.get(op);
  if (text === undefined) {
    const of = (field: string): unknown => op.getIn(['operation', field]);
    text = [op.get('method'), op.get('path'), of('operationId'), of('summary'), of('description')]
      .join('\n')
      .toLowerCase();
    texts.set(op, text);
  }
  return text;
}

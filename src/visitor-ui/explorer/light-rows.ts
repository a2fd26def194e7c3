import { accessLabel } from './access-labels';
import type { Component, Immutable, Plugin, React } from './system';

type ShownKey = readonly ['operations', tag: string, operationId: string];

interface Operations {
  specSelectors: { taggedOperations(): Immutable; url(): string };
  layoutSelectors: { isShown(key: ShownKey, otherwise: boolean): boolean };
  layoutActions: { show(key: ShownKey, shown: true): void };
  oas3Selectors: object;
  getConfigs(): object;
  readonly getComponent: (name: string, isContainer?: true) => Component;
}

/**
 * Swagger UI's own row costs milliseconds, at the start and again at every change; of 150 rows and more, it draws only
 * those in sight, where the browser's search finds no others. Here an operation is a plain row until it is opened.
 */
export const lightRows = ({ React }: { React: React }): Plugin => {
  const h = React.createElement;
  const opened = new WeakSet<Immutable>();
  const plain = new WeakMap<Immutable, unknown>();

  const operations = (props: Operations): unknown => {
    const { specSelectors, layoutSelectors, getComponent } = props;
    const tags = specSelectors.taggedOperations();
    if (tags.size === 0) return h('p', { className: 'no-operations', role: 'status' }, 'No operation has these words.');
    const rowOf = (op: Immutable, tag: string): unknown => {
      const key: ShownKey = ['operations', tag, String(op.getIn(['operation', 'operationId']))];
      if (layoutSelectors.isShown(key, false)) opened.add(op);
      if (opened.has(op)) return h(Opened, { key: key[2], op, tag, id: idOf(key), getComponent });
      const row = plain.get(op) ?? plainRow(op, key, () => props.layoutActions.show(key, true));
      plain.set(op, row);
      return row;
    };
    const section = (tagObj: Immutable, tag: string): unknown => {
      const rows = (tagObj.get('operations') as Immutable).map((op) => rowOf(op, tag)).toArray();
      const beside = { key: tag, tag, tagObj, specUrl: specSelectors.url() };
      return h(getComponent('OperationTag'), { ...props, ...beside }, h('div', null, rows));
    };
    return h('div', null, tags.map(section).valueSeq().toArray());
  };

  const plainRow = (op: Immutable, key: ShownKey, open: () => void): unknown => {
    const [method, path, operation] = [
      String(op.get('method')),
      String(op.get('path')),
      op.get('operation') as Immutable,
    ];
    const span = (name: string, ...content: unknown[]): unknown =>
      h('span', { className: `opblock-summary-${name}` }, ...content);
    const control = h(
      'button',
      { className: 'opblock-summary-control', 'aria-expanded': false, onClick: open },
      span('method', method.toUpperCase()),
      h(
        'div',
        { className: 'opblock-summary-path-description-wrapper' },
        span('path', path),
        accessLabel(h, operation),
        h('div', { className: 'opblock-summary-description' }, operation.get('summary')),
      ),
      span('operation-id', key[2]),
    );
    const summary = h('div', { className: `opblock-summary opblock-summary-${method}` }, control);
    return h('div', { key: key[2], id: idOf(key), className: `opblock opblock-${method}` }, summary);
  };

  /** Has the focus of the plain row whose place it takes. */
  const Opened = ({ op, tag, id, getComponent }: OpenedRow): unknown => {
    React.useEffect(() => {
      if (document.activeElement === document.body)
        document.getElementById(id)?.querySelector<HTMLElement>('.opblock-summary-control')?.focus();
    }, [id]);
    const [path, method, specPath] = [op.get('path'), op.get('method'), op.get('specPath')];
    return h(getComponent('OperationContainer', true), { op, tag, path, method, specPath });
  };

  return { components: { operations } };
};

interface OpenedRow {
  op: Immutable;
  tag: string;
  id: string;
  getComponent: Operations['getComponent'];
}

/** As Swagger UI makes it. */
function idOf(key: ShownKey): string {
  return key.map((part) => CSS.escape(part.replace(/\s/g, '_'))).join('-');
}

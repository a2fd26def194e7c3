import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { expressionsOf, readDashboard, selectedBy } from '../support/dashboard';
import { HAS_PROMTOOL, promtool } from '../support/promtool';

const dashboard = readDashboard();
const shown = new Set(expressionsOf(dashboard).flatMap((expr) => selectedBy(expr).map(({ name }) => name)));
const isShown = (family: string): boolean =>
  ['', '_bucket', '_count', '_sum'].some((suffix) => shown.has(family + suffix));

describe('docker/grafana/parley.json', () => {
  it('shows every metric of docs/metrics.md that is our own', () => {
    const [...rows] = readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(parley_\w+)` /gm);
    const families = rows.map(([, name]) => name!);
    expect(families.length).toBeGreaterThan(15);
    expect(families.filter((family) => !isShown(family))).toEqual([]);
  });

  it('asks the source of data and of the processes that were chosen', () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['instance', 'query'],
    ]);
    for (const { type, datasource, targets = [] } of dashboard.panels) {
      expect([datasource?.uid ?? null, targets.length > 0]).toEqual(
        type === 'row' ? [null, false] : ['${datasource}', true],
      );
      for (const target of targets) {
        expect(target.datasource.uid).toBe('${datasource}');
        for (const { matchers } of selectedBy(target.expr))
          expect(matchers[0]).toEqual({ label: 'instance', operator: '=~', value: '$instance' });
      }
    }
  });

  it('has each panel once, and none upon another', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  (HAS_PROMTOOL ? it : it.skip)('asks what Prometheus understands (skipped without promtool)', () => {
    const rules = expressionsOf(dashboard).map((expr, index) => ({ record: `dashboard:expression:${index}`, expr }));
    const file = stringify({ groups: [{ name: 'dashboard', rules }] });
    expect(promtool(['check', 'rules'], file)).toEqual({
      output: expect.stringContaining(`SUCCESS: ${rules.length} rules found`) as string,
      ok: true,
    });
  });
});

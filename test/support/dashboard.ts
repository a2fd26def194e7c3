import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
}

export interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
}

export const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync('docker/grafana/parley.json', 'utf8')) as Dashboard;

/** What a dashboard asks for, as Grafana sends it for all processes. */
export function expressionsOf({ panels }: Dashboard): string[] {
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  return expressions.map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));
}

export function expressionsOfAlerts(): string[] {
  const { groups } = parse(readFileSync('docker/prometheus/alerts.yaml', 'utf8')) as {
    groups: { rules: { expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

/** What an expression selects: a name, and values of labels that match it. */
export interface Selected {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

export function selectedBy(expr: string): Selected[] {
  return [...expr.matchAll(/\b((?:parley|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, matchers = '']) => ({
    name: name!,
    matchers: [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label, operator, value]) => ({
      label: label!,
      operator: operator!,
      value: value!,
    })),
  }));
}

/** Labels by which an expression puts samples together. */
export function groupedBy(expr: string): string[] {
  const lists = [...expr.matchAll(/\b(?:by|without|ignoring|on) \(([^)]*)\)/g)];
  return lists.flatMap(([, labels = '']) => labels.split(', ').filter((label) => label !== ''));
}

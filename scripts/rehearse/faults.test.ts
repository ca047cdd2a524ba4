import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import { faster } from './prometheus.ts';

const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8');

test('every alert is set off by a fault, and no fault expects another one', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect([...new Set(FAULTS.flatMap((fault) => fault.alerts))].toSorted()).toEqual(alerts.toSorted());
  for (const fault of FAULTS) expect(fault.alerts, fault.name).toEqual(fault.alerts.toSorted());
});

test('the rules pass faster, and keep their bounds', () => {
  expect(faster('expr: rate(x[5m]) > 60\nfor: 1m', 20)).toBe('expr: rate(x[15000ms]) > 60\nfor: 3000ms');
  expect(faster(rules, 20)).not.toMatch(/\[\d+m\]|for: \d+m$/m);
});

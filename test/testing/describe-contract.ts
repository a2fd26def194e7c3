import type { Type } from '@nestjs/common';
import { describeAnyRequest } from '../contract/suites/any-request';
import { describeDocument } from '../contract/suites/document';
import { describeErasures } from '../contract/suites/erasures';
import { describeExamples } from '../contract/suites/examples';
import { describeRoundTrips } from '../contract/suites/round-trips';
import { GLOBALS, type Runner } from '../contract/suites/runner';
import { type Subject, THE_TREE } from '../contract/suites/subject';
import { describeTables } from '../contract/suites/tables';
import { describeWhoMayCall } from '../contract/suites/who-may-call';
import { startParley } from '../support/parley';
import type { Across } from '../support/tenancy/across-workspaces';

export interface Contract extends Partial<Omit<Subject, 'features' | 'start'>> {
  features: readonly [Type, ...Type[]];
  /** Settings of every service that is started. */
  settings?: Record<string, string>;
  /** Statements that are meant for the rows of all workspaces, such as the claims of a background task. */
  acrossWorkspaces?: readonly Across[];
}

/**
 * The suites that hold for every feature: who may call its operations, how its tables keep tenants apart, what its OpenAPI document
 * says, whether its examples work, any request, backups and exported workspaces, and erasures.
 *
 * @param runner absent: the `describe`, `it`, `beforeAll` and `afterAll` of Jest
 */
export function describeContract({ features, settings, acrossWorkspaces, ...rest }: Contract, runner = GLOBALS): void {
  const subject: Subject = {
    ...THE_TREE,
    prepare: {},
    ...rest,
    features,
    start: (more) => startParley({ features, acrossWorkspaces, settings: { ...settings, ...more } }),
  };
  describeWhoMayCall(subject, runner);
  describeTables(subject, runner);
  describeDocument(subject, runner);
  describeExamples(subject, runner);
  describeAnyRequest(subject, runner);
  describeRoundTrips(subject, runner);
  describeErasures(subject, runner);
}

export type { Runner };

import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { featureOf } from '../../../src/common/feature/feature.decorator';
import type { TablePolicy } from '../../../src/common/feature/table-policy';
import { operationOf } from '../../../src/common/registry/operation.decorator';
import { routeOf } from '../../../src/common/registry/operation.route';
import type { RegisteredOperation } from '../../../src/common/operations/registered-operation';
import { OperationRegistry } from '../../../src/common/registry/operation.registry';
import { FEATURES } from '../../../src/features';
import { type Parley, startParley } from '../../support/parley';
import { type Preparation, PREPARATIONS } from '../example-preparations';
import type { Makers, Tenant } from '../tenant.types';

/** The features that suites are run over, and what no declaration says of them. */
export interface Subject {
  /** Empty: those of the tree. */
  features: readonly Type[];
  /** Starts a service with them, on a database of its own. */
  start(settings?: Record<string, string>): Promise<Parley>;
  /** How what a path parameter names is made, for parameters that Parley does not have itself. */
  make: Makers;
  /** Path parameters that name what only members see who may reach its agent. */
  ofAgent: readonly string[];
  /** Rules of validators that JSON Schema has no words for, with what they look at. */
  beyondSchemas: Readonly<Record<string, string>>;
  /** What examples of operations need besides records that their paths name, by operationId. */
  prepare: Readonly<Record<string, Preparation>>;
  /** Makes rows of the tables that nothing in `make` writes to. */
  fill(parley: Parley, tenant: Tenant): Promise<void>;
}

export const THE_TREE: Subject = {
  features: [],
  start: (settings) => startParley({ settings }),
  make: {},
  ofAgent: [],
  beyondSchemas: {},
  prepare: PREPARATIONS,
  fill: async () => {},
};

/** An operation as its controller declares it, known before anything starts. */
export interface Declared {
  operationId: string;
  method: string;
}

/** Of the features, or of the tree: all operations of their modules, and of modules that these import. */
export function operationsOf({ features }: Pick<Subject, 'features'>): Declared[] {
  const ofTree = declaredIn(FEATURES);
  if (features.length === 0) return ofTree;
  const known = new Set(ofTree.map(({ operationId }) => operationId));
  return declaredIn(features).filter(({ operationId }) => !known.has(operationId));
}

/** The same once the service runs, with everything that follows from their declarations. */
export function registeredOf(parley: Parley, subject: Subject): Map<string, RegisteredOperation> {
  const ofTree = new Set(subject.features.length === 0 ? [] : declaredIn(FEATURES).map((one) => one.operationId));
  const { operations } = parley.get(OperationRegistry);
  return new Map(operations.filter((one) => !ofTree.has(one.operationId)).map((one) => [one.operationId, one]));
}

/** Their tables, each with its policy. */
export function tablesOf({ features }: Pick<Subject, 'features'>): [name: string, policy: TablePolicy][] {
  return (features.length === 0 ? FEATURES : features).flatMap((module) =>
    Object.entries(featureOf(module)?.tables ?? {}),
  );
}

const scanner = new MetadataScanner();

function declaredIn(modules: readonly unknown[], seen = new Set<unknown>()): Declared[] {
  return modules.flatMap((one) => {
    if (one === undefined || one === null || seen.has(one)) return [];
    seen.add(one);
    if (typeof one === 'object' && 'forwardRef' in one) return declaredIn([(one.forwardRef as () => unknown)()], seen);
    const {
      module,
      imports = [],
      controllers = [],
    } = (typeof one === 'object' ? one : {}) as Partial<{
      module: unknown;
      imports: unknown[];
      controllers: Type[];
    }>;
    const own = typeof one === 'function' ? one : Object;
    const declared = [...controllers, ...((Reflect.getMetadata('controllers', own) ?? []) as Type[])].flatMap(
      declaredBy,
    );
    const imported = [module, ...imports, ...((Reflect.getMetadata('imports', own) ?? []) as unknown[])];
    return [...declared, ...declaredIn(imported, seen)];
  });
}

function declaredBy(controller: Type): Declared[] {
  const prototype = controller.prototype as Record<string, object>;
  return scanner.getAllMethodNames(prototype).flatMap((name) => {
    const operation = operationOf(prototype[name]!);
    return operation ? [{ operationId: operation.operationId, method: routeOf(controller, name)?.method ?? '' }] : [];
  });
}

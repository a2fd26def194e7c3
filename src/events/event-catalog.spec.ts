import { declareEvents, EventData, type EventTypes } from '../common/event-types/declare-events';
import { CodeField, EventField, IdField } from '../common/event-types/event-fields';
import { FeatureCatalog } from '../common/feature/feature-catalog';
import { Feature } from '../common/feature/feature.decorator';
import { EventCatalog } from './event-catalog';

class InvoiceData extends EventData {
  @IdField()
  invoiceId: string;
  @CodeField()
  currency: string;
}

class TextData extends EventData {
  @EventField({ type: 'string' })
  note: string;
}

const TYPE = { audience: 'admin', summary: 'An invoice was paid.', data: InvoiceData, agentBound: false } as const;

function catalogOf(outside: EventTypes, name = 'billing'): EventCatalog {
  @Feature({ name: 'inbox', events: declareEvents('inbox', { 'label.created': { ...TYPE, audience: 'member' } }) })
  class BuiltInModule {}
  @Feature({ name, events: outside })
  class OutsideModule {}
  return new EventCatalog(new FeatureCatalog([BuiltInModule], [OutsideModule]));
}

describe('EventCatalog', () => {
  it('has the types of all features with the schemas of their data', () => {
    const catalog = catalogOf(declareEvents('billing', { 'billing.invoice_paid': TYPE }));
    expect(catalog.types.map(({ name }) => name)).toEqual(['billing.invoice_paid', 'label.created']);
    expect(catalog.find('billing.invoice_paid')?.dataSchema.required).toEqual(['agentId', 'invoiceId', 'currency']);
    expect(catalog.namesFor('member', null)).toEqual(['label.created']);
    expect(catalog.namesFor('admin', ['billing.*'])).toEqual(['billing.invoice_paid']);
    expect(['*', 'billing.*', 'label.created', 'label', 'bill.*'].map((one) => catalog.isKnown(one))).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  it.each([
    [
      'a text',
      { 'billing.noted': { ...TYPE, data: TextData } },
      /the field note of the event type billing.noted could/,
    ],
    ['another name', { 'invoices.paid': TYPE }, /does not begin with billing, or that word is taken/],
    ['a taken word', { 'label.painted': TYPE }, /does not begin with billing, or that word is taken/],
    ['a type that is there', { 'label.created': TYPE }, /two features declare events of the type label.created/],
    ['one word', { billing: TYPE }, /is not two lower-case words with a dot between them/],
  ])('refuses %s', (_what, declarations, problem) => {
    expect(() => catalogOf(declareEvents('billing', declarations))).toThrow(problem);
  });

  it('refuses a type that is declared for another feature', () => {
    expect(() => catalogOf(declareEvents('other', { 'billing.invoice_paid': TYPE }))).toThrow(
      'billing names events that are declared for other',
    );
  });

  it('refuses to append a type that no feature names', () => {
    expect(() => catalogOf({}).require('billing.invoice_paid')).toThrow('No feature declares events of the type');
  });
});

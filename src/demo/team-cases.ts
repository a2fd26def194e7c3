import type { Priority } from '../support/support-request.types';
import { REFUSED_DOMAIN } from './mail-server';

/** What the agent of the sample shop knows. */
export const SHOP_TERMS = `# Offers of Hafen

Quay has five agents, your own domain, and email in and out. It costs €29 a month.
Port has as many agents as you need. It costs €99 a month.
You can change your offer at the end of each month.
`;

export const LABELS = [
  { name: 'Billing', color: '#0f766e' },
  { name: 'Domains', color: '#4f46e5' },
  { name: 'Outage', color: '#b91c1c' },
  { name: 'Sales', color: '#b45309' },
] as const;

/** Of an SLA policy. */
export const PROMISE = {
  name: 'Answer within four hours',
  targets: [
    { milestone: 'first_response', seconds: 4 * 3_600 },
    { milestone: 'next_response', seconds: 8 * 3_600 },
    { milestone: 'verified_resolution', seconds: 3 * 86_400 },
  ],
};

export const SAVED_REPLY = {
  name: 'Invoice: how to correct it',
  content: 'Hello {{contact.firstName | there}}, we have corrected your invoice. You get it by email within an hour.',
};

export interface TeamCase {
  customer: { externalId: string; name: string; email: string };
  message: string;
  label?: (typeof LABELS)[number]['name'];
  priority?: Priority;
  /** The account of the demo, or its colleague. They do what follows. */
  assignee?: 'person' | 'colleague';
  note?: string;
  reply?: string;
  /** The reply closes the conversation. */
  resolves?: true;
}

const customer = (externalId: string, name: string, domain: string): TeamCase['customer'] => ({
  externalId,
  name,
  email: `${externalId}@${domain}`,
});

/** In the order in which they write. */
export const TEAM_CASES: readonly TeamCase[] = [
  {
    customer: customer('tom', 'Tom Brandt', 'brandt.example'),
    message: 'The invoice of October has our old address. I would like to talk to a person.',
    label: 'Billing',
    assignee: 'colleague',
    reply: 'Hello Tom, the corrected invoice is on its way to you. Thank you for the hint!',
    resolves: true,
  },
  {
    customer: customer('ana', 'Ana Silva', 'silva.example'),
    message: 'How many agents does Quay have?',
  },
  {
    customer: customer('lea', 'Lea Martin', REFUSED_DOMAIN),
    message: 'My chat page shows the old logo. Can I talk to a person?',
    label: 'Domains',
    assignee: 'person',
    reply: 'Hello Lea, please load the page again: your new logo is there now.',
  },
  {
    customer: customer('jonas', 'Jonas Weber', 'weber.example'),
    message: 'Our domain still shows no certificate. I need to speak to a person.',
    label: 'Domains',
    priority: 'high',
    assignee: 'colleague',
    note: 'Their CNAME leads to the old host. I have sent him the new one by phone, too.',
    reply:
      'Hello Jonas, please change the CNAME of chat.weber.example to edge.hafen.example. Tell us when you have done it.',
  },
  {
    customer: customer('mei', 'Mei Tanaka', 'tanaka.example'),
    message: 'We would like to move from Quay to Port this week. Can I talk to a person about the price?',
    label: 'Sales',
  },
  {
    customer: customer('noor', 'Noor Haddad', 'haddad.example'),
    message: 'Our widget has not loaded since nine o’clock. Please let me talk to a person.',
    label: 'Outage',
    priority: 'urgent',
    assignee: 'person',
    note: 'Only their shop is affected: its policy does not allow our address. Robin has seen the same in May.',
  },
];

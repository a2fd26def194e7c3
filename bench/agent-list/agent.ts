/** Every field filled in, as a customer's real agent has it. */
export const AGENT = {
  status: 'active',
  systemPrompt: 'You answer for Example Ltd. Be brief and friendly, and send invoices to the billing team. '.repeat(8),
  allowedDomains: ['example.com', 'shop.example.com', 'help.example.com'],
  widgetConfig: {
    accentColor: '#3366ff',
    displayName: 'Example help',
    greeting: 'Hello! How can we help you today?',
    suggestedPrompts: ['Where is my order?', 'How do I return something?', 'Talk to a person'],
    promptGroups: [
      { title: 'Orders', prompts: ['Where is my order?', 'Change my address', 'Cancel an order'] },
      { title: 'Billing', prompts: ['Send me an invoice', 'Change how I pay'] },
    ],
    messagePlaceholder: 'Write a message',
    privacyPolicyUrl: 'https://example.com/privacy',
    socialLinks: [
      { label: 'Mastodon', url: 'https://social.example/@example' },
      { label: 'Status', url: 'https://status.example.com' },
    ],
  },
  supportEmail: 'support@example.com',
  website: 'https://example.com',
  logoUrl: 'https://example.com/logo.png',
  emailFromName: 'Example support',
  chatPageEnabled: true,
};

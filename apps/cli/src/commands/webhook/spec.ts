import type { CommandSpec } from '../../arguments/command-spec.js'

export const webhookCommands: readonly CommandSpec[] = [
  {
    path: 'webhook list',
    summary: 'List the events of other services that the gateway answers',
    options: ['json'],
    examples: ['hermes webhook list'],
    load: async () => (await import('./list.js')).listWebhooks,
  },
  {
    path: 'webhook subscribe',
    summary: 'Answer events of another service',
    parameters: ['<name>', '<prompt>'],
    options: [
      'signature',
      'events',
      'filters',
      'coalesce',
      'script',
      'skills',
      'cron-job',
      'deliver',
      'deliver-only',
      'model',
      'ask-secret',
      'json',
    ],
    examples: [
      'hermes webhook subscribe issues "Triage {issue.title}: {issue.body}" --signature github --events issues',
      'hermes webhook subscribe builds "{status} {url}" --deliver telegram:42 --deliver-only',
      `hermes webhook subscribe new "Triage {issue.title}" --filters '[{"path":"action","equals":"opened"}]'`,
    ],
    load: async () => (await import('./subscribe.js')).subscribe,
  },
  {
    path: 'webhook remove',
    summary: 'Stop answering them',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes webhook remove issues'],
    load: async () => (await import('./remove.js')).removeWebhook,
  },
  {
    path: 'webhook test',
    summary: 'Give the running gateway an event from a file',
    parameters: ['<name>', '<file>'],
    completes: [undefined, 'file'],
    options: ['events'],
    examples: ['hermes webhook test issues event.json --events issues'],
    load: async () => (await import('./try.js')).testWebhook,
  },
]

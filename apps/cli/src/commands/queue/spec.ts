import type { CommandSpec } from '../../arguments/command-spec.js'

export const queueCommands: readonly CommandSpec[] = [
  {
    path: 'queue list',
    summary: 'List waiting, claimed and dead items of the work queue',
    parameters: ['[queue]'],
    options: ['status', 'limit', 'json'],
    examples: ['hermes queue list', 'hermes queue list outbox --status dead', 'hermes queue list --json --limit 0'],
    load: async () => (await import('./list.js')).listItems,
  },
  {
    path: 'queue show',
    summary: 'Print an item of the work queue with its payload',
    parameters: ['<queue>', '<id>'],
    options: ['json'],
    examples: ['hermes queue show outbox telegram:42:7'],
    load: async () => (await import('./show.js')).showItem,
  },
  {
    path: 'queue replay',
    summary: 'Retry dead items',
    parameters: ['<queue>', '[id...]'],
    options: ['all', 'json'],
    examples: ['hermes queue replay outbox telegram:42:7', 'hermes queue replay outbox --all'],
    load: async () => (await import('./replay.js')).replayItems,
  },
  {
    path: 'queue remove',
    summary: 'Remove waiting or dead items',
    parameters: ['<queue>', '<id...>'],
    options: ['json'],
    examples: ['hermes queue remove outbox telegram:42:7'],
    load: async () => (await import('./remove.js')).removeItems,
  },
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const fallbackCommands: readonly CommandSpec[] = [
  {
    path: 'fallback list',
    summary: 'List the fallback providers',
    options: ['json'],
    examples: ['hermes fallback list'],
    load: async () => (await import('./fallback.js')).listFallbacks,
  },
  {
    path: 'fallback add',
    summary: 'Append a provider to the fallback chain',
    parameters: ['<provider>', '[model]'],
    completes: ['provider', 'model'],
    options: ['base-url', 'api-mode', 'key-env'],
    examples: [
      'hermes fallback add openrouter anthropic/claude-sonnet-5',
      'hermes fallback add custom qwen3 --base-url http://127.0.0.1:8000/v1',
    ],
    load: async () => (await import('./fallback.js')).addFallback,
  },
  {
    path: 'fallback remove',
    summary: 'Remove a fallback provider by number or name',
    parameters: ['<provider>'],
    completes: ['provider'],
    options: [],
    examples: ['hermes fallback remove 1', 'hermes fallback remove openrouter'],
    load: async () => (await import('./fallback.js')).removeFallback,
  },
  {
    path: 'fallback clear',
    summary: 'Remove all fallback providers',
    options: [],
    examples: ['hermes fallback clear'],
    load: async () => (await import('./fallback.js')).clearFallbacks,
  },
]

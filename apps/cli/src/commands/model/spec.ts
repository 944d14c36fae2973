import type { CommandSpec } from '../../arguments/command-spec.js'

export const modelCommands: readonly CommandSpec[] = [
  {
    path: 'model',
    summary: 'Choose the default model',
    parameters: ['[model]'],
    completes: ['model'],
    options: ['provider', 'for'],
    examples: [
      'hermes model',
      'hermes model anthropic/claude-sonnet-5 --provider openrouter',
      'hermes model claude-haiku-4-5 --for title_generation',
    ],
    load: async () => (await import('./model.js')).model,
  },
  {
    path: 'models',
    summary: 'List the models of a provider with context windows and prices',
    options: ['provider', 'base-url', 'api-key', 'refresh', 'json'],
    examples: ['hermes models', 'hermes models --provider anthropic', 'hermes models --refresh --json'],
    load: async () => (await import('./models.js')).listModels,
  },
]

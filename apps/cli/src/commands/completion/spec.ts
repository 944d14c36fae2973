import type { CommandSpec } from '../../arguments/command-spec.js'

export const completionCommands: readonly CommandSpec[] = [
  {
    path: 'completion',
    summary: 'Print a completion script',
    parameters: ['<bash|zsh|fish>'],
    options: [],
    examples: ['source <(hermes completion bash)'],
    load: async () => (await import('./completion.js')).completion,
  },
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const completionCommands: readonly CommandSpec[] = [
  {
    path: 'completion',
    summary: 'Print a completion script',
    parameters: ['<bash|zsh|fish|powershell>'],
    completes: [['bash', 'zsh', 'fish', 'powershell']],
    options: [],
    examples: ['source <(hermes completion bash)', 'hermes completion fish | source'],
    load: async () => (await import('./completion.js')).completion,
  },
  {
    path: '__complete',
    summary: 'Complete a word of a command line, for the scripts of `hermes completion`',
    parameters: ['<index>', '[words...]'],
    options: [],
    examples: ['hermes __complete 1 sessions li'],
    passThrough: true,
    isHidden: true,
    load: async () => (await import('./complete.js')).complete,
  },
]

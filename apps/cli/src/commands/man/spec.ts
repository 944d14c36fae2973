import type { CommandSpec } from '../../arguments/command-spec.js'

export const manCommands: readonly CommandSpec[] = [
  {
    path: '__man',
    summary: 'Print the manual page, for package builds',
    options: [],
    examples: ['hermes __man'],
    isHidden: true,
    load: async () => (await import('./man.js')).man,
  },
]

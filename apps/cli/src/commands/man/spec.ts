import type { CommandSpec } from '../../arguments/command-spec.js'

export const manCommands: readonly CommandSpec[] = [
  {
    path: '__man',
    summary: 'Print the manual page, for the build of the package',
    options: [],
    examples: ['hermes __man'],
    isHidden: true,
    load: async () => (await import('./man.js')).man,
  },
]

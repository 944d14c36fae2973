import type { CommandSpec } from '../../arguments/command-spec.js'

export const profileCommands: readonly CommandSpec[] = [
  {
    path: 'profile list',
    summary: 'List the profiles: homes with their own settings and sessions',
    options: ['json'],
    examples: ['hermes profile list', 'hermes profile list --json'],
    load: async () => (await import('./profile.js')).profileList,
  },
  {
    path: 'profile create',
    summary: 'Create a profile',
    parameters: ['<name>'],
    options: [],
    examples: ['hermes profile create work', 'hermes -p work'],
    load: async () => (await import('./profile.js')).profileCreate,
  },
]

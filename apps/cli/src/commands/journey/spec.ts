import type { CommandSpec } from '../../arguments/command-spec.js'

export const journeyCommands: readonly CommandSpec[] = [
  {
    path: 'journey',
    summary: 'Show learned memories and skills by day',
    options: ['person', 'limit', 'json'],
    examples: ['hermes journey', 'hermes journey --limit 0 --json'],
    load: async () => (await import('./show.js')).showJourney,
  },
  {
    path: 'journey undo',
    summary: 'Undo a change to a memory or skill',
    parameters: ['<id>'],
    options: ['person'],
    examples: ['hermes journey undo 1f0c2a9b'],
    load: async () => (await import('./change.js')).undoEntry,
  },
  {
    path: 'journey edit',
    summary: 'Edit a memory added by a change',
    parameters: ['<id>', '<text>'],
    options: ['person'],
    examples: ['hermes journey edit 1f0c2a9b "Uses yarn."'],
    load: async () => (await import('./change.js')).editEntry,
  },
  {
    path: 'journey delete',
    summary: 'Delete the memories or the skill added by a change',
    parameters: ['<id>'],
    options: ['person'],
    examples: ['hermes journey delete 1f0c2a9b'],
    load: async () => (await import('./change.js')).deleteEntry,
  },
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const backupCommands: readonly CommandSpec[] = [
  {
    path: 'backup',
    summary: 'Back up the home to an archive, even while it is in use',
    parameters: ['[file]'],
    completes: ['file'],
    options: ['quick', 'secrets', 'keep', 'yes', 'json'],
    examples: ['hermes backup', 'hermes backup --quick --keep 3', 'hermes backup ~/hermes.zip --secrets'],
    load: async () => (await import('./backup.js')).backup,
  },
  {
    path: 'import',
    summary: 'Restore a backup, keeping a copy of what it replaces',
    parameters: ['<file>'],
    completes: ['file'],
    options: ['dry-run', 'yes', 'json'],
    examples: ['hermes import ~/hermes.zip --dry-run', 'hermes import ~/hermes.zip'],
    load: async () => (await import('./import.js')).importBackup,
  },
]

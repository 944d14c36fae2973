import type { CommandSpec } from '../../arguments/command-spec.js'

export const configCommands: readonly CommandSpec[] = [
  {
    path: 'config show',
    summary: 'Print the settings in effect, without secrets',
    options: ['json'],
    examples: ['hermes config show'],
    load: async () => (await import('./config.js')).showConfig,
  },
  {
    path: 'config get',
    summary: 'Print one setting',
    parameters: ['<key>'],
    options: ['json'],
    examples: ['hermes config get model.default'],
    load: async () => (await import('./config.js')).getConfig,
  },
  {
    path: 'config set',
    summary: 'Change one setting in config.yaml',
    parameters: ['<key>', '<value>'],
    options: [],
    examples: ['hermes config set model.provider openrouter'],
    load: async () => (await import('./config.js')).setConfig,
  },
  {
    path: 'config unset',
    summary: 'Remove one setting from config.yaml',
    parameters: ['<key>'],
    options: [],
    examples: ['hermes config unset model.default'],
    load: async () => (await import('./config.js')).unsetConfig,
  },
  {
    path: 'config path',
    summary: 'Print the path of config.yaml',
    options: ['json'],
    examples: ['hermes config path'],
    load: async () => (await import('./config.js')).configPath,
  },
  {
    path: 'config check',
    summary: 'Validate config.yaml and .env',
    options: ['json'],
    examples: ['hermes config check'],
    load: async () => (await import('./config.js')).checkConfigFiles,
  },
  {
    path: 'config edit',
    summary: 'Edit config.yaml with $EDITOR, and save it if it is valid',
    options: [],
    examples: ['hermes config edit'],
    load: async () => (await import('./edit.js')).editConfig,
  },
  {
    path: 'config migrate',
    summary: 'Remove settings of the Hermes Agent in Python',
    options: ['dry-run'],
    examples: ['hermes config migrate --dry-run'],
    load: async () => (await import('./migrate.js')).migrateConfig,
  },
]

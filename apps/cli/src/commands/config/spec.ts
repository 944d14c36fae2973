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
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const pluginsCommands: readonly CommandSpec[] = [
  {
    path: 'plugins list',
    summary: 'List features and plugins with their contents and start cost',
    options: ['json'],
    examples: ['hermes plugins list', 'hermes plugins list --json'],
    load: async () => (await import('./list.js')).listPlugins,
  },
  {
    path: 'plugins install',
    summary: 'Install a plugin from a folder, npm or git, without enabling it',
    parameters: ['<source>'],
    options: [],
    examples: [
      'hermes plugins install ./weather',
      'hermes plugins install npm:hermes-plugin-weather@1.0.0',
      'hermes plugins install github:owner/plugins@v2/weather',
    ],
    load: async () => (await import('./install.js')).installPlugin,
  },
  {
    path: 'plugins enable',
    summary: 'Enable an installed plugin in its own process',
    parameters: ['<plugin>'],
    options: [],
    examples: ['hermes plugins enable weather'],
    load: async () => (await import('./switch.js')).enablePlugin,
  },
  {
    path: 'plugins disable',
    summary: 'Disable a plugin',
    parameters: ['<plugin>'],
    options: [],
    examples: ['hermes plugins disable weather'],
    load: async () => (await import('./switch.js')).disablePlugin,
  },
  {
    path: 'plugins update',
    summary: 'Update a plugin; new permissions need your approval',
    parameters: ['<plugin>'],
    options: [],
    examples: ['hermes plugins update weather'],
    load: async () => (await import('./install.js')).updatePlugin,
  },
  {
    path: 'plugins remove',
    summary: 'Remove an installed plugin',
    parameters: ['<plugin>'],
    options: [],
    examples: ['hermes plugins remove weather'],
    load: async () => (await import('./install.js')).removePlugin,
  },
  {
    path: 'plugins doctor',
    summary: 'Check that plugins are unchanged and start (exit code 1: not)',
    options: ['json'],
    examples: ['hermes plugins doctor', 'hermes plugins doctor --json'],
    load: async () => (await import('./doctor.js')).pluginsDoctor,
  },
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const setupCommands: readonly CommandSpec[] = [
  {
    path: 'setup',
    summary: 'Set up and test the model; also terminal, tools, agent, gateway',
    parameters: ['[part]'],
    completes: [['model', 'terminal', 'tools', 'agent', 'gateway']],
    options: ['quick', 'non-interactive', 'reset', 'yes', 'provider', 'model', 'base-url', 'api-key', 'no-browser'],
    examples: [
      'hermes setup',
      'hermes setup tools',
      'hermes setup gateway',
      'hermes setup --non-interactive --base-url http://127.0.0.1:8000/v1 -m qwen3',
    ],
    load: async () => (await import('./setup.js')).setup,
  },
  {
    path: 'gateway setup',
    summary: 'Set up and test chat networks, as `hermes setup gateway` does',
    options: ['non-interactive'],
    examples: ['hermes gateway setup', 'TELEGRAM_BOT_TOKEN=123456:ABC hermes gateway setup --non-interactive'],
    load: async () => (await import('./setup.js')).setUpGatewayOnly,
  },
]

import type { CommandSpec } from '../../arguments/command-spec.js'

export const promptSizeCommands: readonly CommandSpec[] = [
  {
    path: 'prompt-size',
    summary: 'Show the token count and price of the system prompt and tools',
    options: ['toolsets', 'ignore-rules', 'safe-mode', 'model', 'json'],
    examples: ['hermes prompt-size', 'hermes prompt-size --toolsets coding', 'hermes prompt-size --json'],
    load: async () => (await import('./prompt-size.js')).promptSize,
  },
]

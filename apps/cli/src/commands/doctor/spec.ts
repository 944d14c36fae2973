import type { CommandSpec } from '../../arguments/command-spec.js'

export const doctorCommands: readonly CommandSpec[] = [
  {
    path: 'doctor',
    summary: 'Check the installation and suggest fixes (exit code 1: problems)',
    options: ['fix', 'json'],
    examples: ['hermes doctor', 'hermes doctor --fix', 'hermes doctor --json'],
    load: async () => (await import('./doctor.js')).doctor,
  },
]

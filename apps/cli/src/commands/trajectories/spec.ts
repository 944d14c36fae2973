import type { CommandSpec } from '../../arguments/command-spec.js'
import { modelOptions } from '../../arguments/shared-options.js'

export const trajectoriesCommands: readonly CommandSpec[] = [
  {
    path: 'trajectories compress',
    summary: 'Compress recorded conversations to a token limit',
    parameters: ['<input>', '[output]'],
    completes: ['file', 'file'],
    options: ['target-tokens', 'sample', 'workers', 'count-as', 'dry-run', 'json', ...modelOptions],
    examples: [
      'hermes trajectories compress in.jsonl out.jsonl --target-tokens 16000',
      'hermes trajectories compress in.jsonl.gz --sample 5% --dry-run',
      'hermes trajectories compress in.jsonl out.jsonl.gz -m google/gemini-3-flash --workers 8',
    ],
    load: async () => (await import('./compress.js')).compressTrajectories,
  },
]

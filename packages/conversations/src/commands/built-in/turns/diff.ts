import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'
import type { RollbackServices } from './rollback.js'

export interface DiffServices extends Partial<RollbackServices> {
  /**
   * Returns the changes in the working folder according to Git.
   * @throws {HermesError} when there is no repository or no Git.
   */
  readonly gitDiff: (request: GitDiff, signal: AbortSignal) => Promise<string>
}

export interface GitDiff {
  /** `staged`: staged changes; `all`: everything since the last commit. Default: unstaged changes. */
  readonly scope: 'unstaged' | 'staged' | 'all'
  /** Whether to return only a summary by file. */
  readonly isSummary: boolean
  readonly path?: string
}

/** `/diff [staged | all | session] [--stat] [path]`: shows changes; `session`: since the first checkpoint. */
export function diffCommand({ gitDiff, checkpoints }: DiffServices): Command {
  return {
    name: 'diff',
    usage: '[staged | all | session] [--stat] [path]',
    description: 'show file changes',
    category: 'session',
    who: 'admin',
    complete: async (prefix) =>
      ['staged', 'all', 'session', '--stat'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, { signal }) {
      const words = args.split(/\s+/).filter((word) => word !== '')
      const isSummary = words.includes('--stat')
      const [first, ...rest] = words.filter((word) => word !== '--stat')
      const scope = first === 'staged' || first === 'all' || first === 'session' ? first : 'unstaged'
      const path = (scope === 'unstaged' ? words.filter((word) => word !== '--stat') : rest).join(' ')
      const diff =
        scope === 'session'
          ? await sinceFirst(checkpoints, path)
          : await gitDiff({ scope, isSummary, ...(path !== '' && { path }) }, signal)
      return show(diff, isSummary)
    },
  }
}

function show(diff: string, isSummary: boolean): CommandOutcome {
  if (diff.trim() === '') return { type: 'text', text: 'Nothing has changed.' }
  return isSummary ? { type: 'text', text: `\`\`\`\n${diff.trimEnd()}\n\`\`\`` } : { type: 'diff', diff }
}

async function sinceFirst(checkpoints: DiffServices['checkpoints'], path: string): Promise<string> {
  const found = checkpoints?.()
  const oldest = (await found?.list())?.at(-1)
  return found && oldest ? found.diff(oldest.id, path === '' ? undefined : path) : ''
}

import type { Checkpoint, Runtime } from '@hermes/runtime'
import { formatAge } from '../render/format.js'
import { oneLine, safeText } from '../render/safe-text.js'
import type { ReplCommand } from './slash-command.js'

export interface RollbackContext {
  readonly runtime: Pick<Runtime, 'checkpoints'>
  print(text: string): void
}

/** `/rollback`: what the files were before the agent changed them, and back to it. */
export const rollback: ReplCommand<RollbackContext> = {
  name: 'rollback',
  aliases: [],
  usage: '[n]',
  description: 'list what the files were before; n goes back to one, diff n shows what changed',
  async run(args, { runtime: { checkpoints }, print }) {
    if (!checkpoints) {
      print('No checkpoints are taken here: see the setting checkpoints.enabled. Home and temp folders have none.\n')
      return 'stay'
    }
    const list = await checkpoints.list()
    const [, isDiff, number, path] = /^(diff\s+)?(\d+)(?:\s+(\S.*))?$/.exec(args.trim()) ?? []
    const chosen = number === undefined ? undefined : list[Number(number) - 1]
    if (args.trim() === '') print(toList(list))
    else if (!chosen) print('There is no such checkpoint. /rollback lists them; /rollback 1 goes back to the newest.\n')
    else if (isDiff) print(shown(await checkpoints.diff(chosen.id, path)))
    else {
      const { written, removed } = await checkpoints.restore(chosen.id, path)
      print(toReport(written, removed))
    }
    return 'stay'
  },
}

function toList(list: readonly Checkpoint[]): string {
  if (list.length === 0) return 'There is no checkpoint yet: one is taken in each turn, before the first change.\n'
  const rows = list.map(
    ({ takenAtMs, reason }, index) =>
      `  ${String(index + 1).padStart(2)}  ${formatAge(takenAtMs, Date.now()).padEnd(10)}  ${oneLine(reason)}\n`,
  )
  return `${rows.join('')}/rollback n goes back, /rollback diff n shows what has changed since.\n`
}

function toReport(written: readonly string[], removed: readonly string[]): string {
  const lines = [
    ...written.map((path) => `  restored  ${oneLine(path)}\n`),
    ...removed.map((path) => `  removed   ${oneLine(path)}\n`),
  ]
  if (lines.length === 0) return 'The files are as they were then: there was nothing to do.\n'
  return `${lines.join('')}The agent does not know of it unless you tell it. /rollback 1 takes it back.\n`
}

function shown(diff: string): string {
  return diff === '' ? 'Nothing has changed since.\n' : safeText(diff)
}

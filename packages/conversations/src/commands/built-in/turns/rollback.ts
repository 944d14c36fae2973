import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'

export interface RollbackServices {
  /** Returns the checkpoints of the working folder; `undefined` if none are taken. */
  readonly checkpoints: () => Checkpoints | undefined
}

export interface Checkpoints {
  /** Lists the checkpoints, newest first. */
  list(): Promise<readonly Checkpoint[]>
  diff(id: string, path?: string): Promise<string>
  restore(id: string, path?: string): Promise<Restored>
}

export interface Checkpoint {
  readonly id: string
  readonly takenAtMs: number
  readonly reason: string
}

export interface Restored {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

const none = 'No checkpoints are taken here: see the setting `checkpoints.enabled`. Home and temp folders have none.'

/** `/rollback [n | diff n] [path]`: shows and restores files as they were before the agent changed them. */
export function rollbackCommand({ checkpoints: find }: RollbackServices): Command {
  return {
    name: 'rollback',
    usage: '[n | diff n] [path]',
    description: 'list file checkpoints; n restores one, diff n shows its changes',
    category: 'session',
    who: 'admin',
    whileRunning: 'refused',
    async run(args) {
      const checkpoints = find()
      if (!checkpoints) return { type: 'text', text: none }
      const list = await checkpoints.list()
      if (args === '') return toTable(list)
      const [, isDiff, number, path] = /^(diff\s+)?(\d+)(?:\s+(\S.*))?$/.exec(args) ?? []
      const chosen = number === undefined ? undefined : list[Number(number) - 1]
      if (!chosen) {
        return {
          type: 'error',
          text: 'There is no such checkpoint. /rollback lists them; /rollback 1 goes back to the newest.',
        }
      }
      if (isDiff === undefined) return toReport(await checkpoints.restore(chosen.id, path))
      const diff = await checkpoints.diff(chosen.id, path)
      return diff === ''
        ? { type: 'text', text: 'Nothing has changed since.' }
        : { type: 'diff', diff, title: chosen.reason }
    },
  }
}

function toTable(list: readonly Checkpoint[]): CommandOutcome {
  if (list.length === 0) {
    return { type: 'text', text: 'There is no checkpoint yet: one is created before the first change of each turn.' }
  }
  return {
    type: 'table',
    columns: [
      { key: 'number', label: '#', align: 'right' },
      { key: 'takenAtMs', label: 'Taken', format: 'time' },
      { key: 'reason', label: 'Before' },
    ],
    rows: list.map(({ takenAtMs, reason }, index) => ({ number: index + 1, takenAtMs, reason })),
    note: '/rollback n goes back, /rollback diff n shows what has changed since.',
  }
}

function toReport({ written, removed }: Restored): CommandOutcome {
  const rows = [
    ...written.map((path) => ({ what: 'restored', path })),
    ...removed.map((path) => ({ what: 'removed', path })),
  ]
  if (rows.length === 0) return { type: 'text', text: 'The files already match the checkpoint: nothing was changed.' }
  return {
    type: 'table',
    columns: [
      { key: 'what', label: 'Done', format: 'words' },
      { key: 'path', label: 'File' },
    ],
    rows,
    note: 'The agent does not know about this unless you tell it. /rollback 1 undoes it.',
  }
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { readSmallFile } from '../read-small-file.js'
import { gitConfig } from './git-config.js'
import { mergeSettings } from './merge-settings.js'

/** Symbolic link that a command sees instead of a settings file. */
export interface SettingsLink {
  readonly place: string
  readonly target: string
}

/** Settings files of repositories, as one command may write them. */
export interface CommandSettings {
  /** Folder with the copies, which must be writable. `undefined` without settings files. */
  readonly folder: string | undefined
  readonly links: readonly SettingsLink[]
  /**
   * Must be called when the command has ended. Applies harmless changes to the real files, including late ones of
   * earlier commands. Returns a sentence about changes of this command that were not kept.
   */
  merge(): Promise<string | undefined>
}

/** Lets commands write git settings. Each command gets copies, and only harmless changes reach the real files. */
export interface SettingsCopies extends AsyncDisposable {
  /** Creates copies for one command. `isWritable` returns whether the command can write to a path. */
  open(paths: readonly string[], isWritable: (path: string) => boolean): CommandSettings
}

export interface SettingsCopiesOptions {
  /** Folder for the copies. Commands must not have access to it; other processes may use it too. */
  readonly folder: string
  /** Path of `git`. */
  readonly program: string
  readonly logger: Logger
}

/** Maximum number of ended commands whose background processes may still change settings. */
const maxEnded = 16
/** Age at which the copies of a killed process are removed. */
const abandonedMs = 86_400_000

interface Copy extends SettingsLink {
  readonly isWritable: (path: string) => boolean
  seen: string
}

export function createSettingsCopies({ folder, program, logger }: SettingsCopiesOptions): SettingsCopies {
  const config = gitConfig(program)
  const own = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`)
  const commands = new Set<{ readonly folder: string; readonly copies: readonly Copy[]; isEnded: boolean }>()
  let count = 0
  let last: Promise<unknown> = Promise.resolve()

  function makeFolder(): string {
    if (count === 0) removeAbandoned(folder)
    count += 1
    const path = join(own, String(count))
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  }

  async function mergeCopy(copy: Copy): Promise<readonly string[]> {
    const changed = readSmallFile(copy.target)
    if (changed === undefined || changed === copy.seen) return []
    const base = copy.seen
    copy.seen = changed
    const workTree = dirname(dirname(copy.place))
    const draft = join(own, 'draft')
    return mergeSettings({ ...copy, path: copy.place, base, changed, draft, config, workTree })
  }

  /** Merges copies one at a time, so that the draft has only one user. */
  function mergeAll(copies: readonly Copy[]): Promise<readonly string[]> {
    const merged = last.then(async () => {
      const notes: string[] = []
      for (const copy of copies) {
        try {
          const refused = await mergeCopy(copy)
          if (refused.length > 0) notes.push(explainRefusal(copy.place, refused))
        } catch (error) {
          // A failure must not lose the result of the command.
          logger.log('warn', 'Settings of git could not be kept.', { path: copy.place, error: describeError(error) })
          notes.push(`Changes of ${copy.place} were not kept: the settings could not be read or replaced.`)
        }
      }
      return notes
    })
    last = merged
    return merged
  }

  /** Merges the copies of ended commands, because background processes of the newest ones may still change settings. */
  async function mergeEnded(): Promise<void> {
    const ended = [...commands].filter(({ isEnded }) => isEnded)
    await mergeAll(ended.flatMap(({ copies }) => copies))
    for (const each of ended.slice(0, -maxEnded)) {
      commands.delete(each)
      rmSync(each.folder, { recursive: true, force: true })
    }
  }

  return {
    open(paths, isWritable) {
      const found = paths.flatMap((place) => {
        const text = readSmallFile(place)
        return text === undefined ? [] : [{ place, text }]
      })
      if (found.length === 0) return { folder: undefined, links: [], merge: async () => undefined }
      const path = makeFolder()
      const copies = found.map(({ place, text }, index): Copy => {
        const target = join(path, `${index}.config`)
        writeFileSync(target, text, { mode: 0o600 })
        return { place, target, isWritable, seen: text }
      })
      const command = { folder: path, copies, isEnded: false }
      commands.add(command)
      return {
        folder: path,
        links: copies.map(({ place, target }) => ({ place, target })),
        async merge() {
          const notes = await mergeAll(copies)
          command.isEnded = true
          await mergeEnded()
          return notes.length === 0 ? undefined : notes.join('\n')
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await mergeAll([...commands].flatMap(({ copies }) => copies))
      rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Explains which settings were not kept. Sanitizes their names, because they come from the command. */
function explainRefusal(path: string, keys: readonly string[]): string {
  const shown = keys.slice(0, 10).map((key) => key.replace(/[^\x20-\x7e]/g, '?').slice(0, 100))
  const rest = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''
  return `Not kept in ${path}, because it could make git run programs outside of the sandbox: ${shown.join(', ')}${rest}. Only the user can set it, in a terminal of their own.`
}

function removeAbandoned(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < abandonedMs) continue
    if (!isRunning(Number(name.split('-')[0]))) rmSync(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // The process does not exist, or belongs to another user.
    return false
  }
}

import { glob, lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MemoryTarget } from '@hermes/memory'
import type { ForeignProgram } from './foreign-program.js'
import { notesIn } from './notes-in.js'

export interface FoundNote {
  readonly target: MemoryTarget
  readonly text: string
}

export interface FoundNotes {
  readonly notes: readonly FoundNote[]
  /** Links and files that are too large. Paths are relative to the home. */
  readonly skipped: readonly string[]
}

const maxBytes = 256 * 1024

/** Reads the notes in the home of another program. Does not follow links. */
export async function findNotes(program: ForeignProgram, home: string, signal: AbortSignal): Promise<FoundNotes> {
  const notes: FoundNote[] = []
  const skipped: string[] = []
  for (const { target, patterns } of program.notes) {
    for (const path of await firstFound(home, patterns)) {
      signal.throwIfAborted()
      const status = await lstat(join(home, path))
      if (!status.isFile() || status.size > maxBytes) {
        skipped.push(path)
        continue
      }
      const project = /^projects\/([^/]+)\//.exec(path)?.[1]
      const origin = project === undefined ? '' : `${await projectName(join(home, 'projects', project))}: `
      const texts = await notesIn(await readFile(join(home, path), 'utf8'))
      notes.push(...texts.map((text) => ({ target, text: origin + text })))
    }
  }
  return { notes, skipped }
}

async function firstFound(home: string, patterns: readonly string[]): Promise<readonly string[]> {
  for (const pattern of patterns) {
    const found = (await Array.fromAsync(glob(pattern, { cwd: home }))).map((path) => path.replaceAll('\\', '/'))
    if (found.length > 0) return found.toSorted()
  }
  return []
}

/**
 * Resolves to the folder of a project. Its name among the logs has dashes in place of slashes, so `my-app` cannot be distinguished from
 * `my/app`; each line of a log contains the folder itself.
 */
async function projectName(folder: string): Promise<string> {
  for await (const log of glob('*.jsonl', { cwd: folder })) {
    const head = (await readFile(join(folder, log), 'utf8')).slice(0, 65_536)
    const path = /"cwd":"((?:[^"\\]|\\.)+)"/.exec(head)?.[1]
    if (path !== undefined) return lastPart(path)
  }
  return lastPart(dirname(join(folder, 'memory')).replaceAll('-', '/'))
}

function lastPart(path: string): string {
  return path.split(/[\\/]+/).findLast((part) => part !== '') ?? path
}

import { glob, lstat, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { MemoryTarget } from '@hermes/memory'
import type { FoundNote, FoundNotes } from '../find-notes.js'
import { notesIn } from '../notes-in.js'
import { isTemplateText } from './is-template-text.js'

interface Place {
  readonly target: MemoryTarget
  readonly pattern: string
}

/** Places of notes in import order, because there may not be room for all of them. Daily notes come last. */
const places: readonly Place[] = [
  { target: 'user', pattern: 'USER.md' },
  { target: 'memory', pattern: '{MEMORY,memory}.md' },
  { target: 'memory', pattern: 'TOOLS.md' },
  { target: 'memory', pattern: 'memory/**/*.md' },
]
const maxBytes = 256 * 1024

/** Reads the notes of a workspace, without the text that OpenClaw itself wrote there. The newest day comes first. Does not follow links. */
export async function workspaceNotes(workspace: string, signal: AbortSignal): Promise<FoundNotes> {
  const notes: FoundNote[] = []
  const skipped: string[] = []
  for (const { target, pattern } of places) {
    const paths = (await Array.fromAsync(glob(pattern, { cwd: workspace }))).map((path) => path.replaceAll('\\', '/'))
    for (const path of paths.toSorted().reverse()) {
      signal.throwIfAborted()
      const status = await lstat(join(workspace, path))
      if (!status.isFile() || status.size > maxBytes) {
        skipped.push(path)
        continue
      }
      const day = /^\d{4}-\d\d-\d\d/.exec(basename(path))?.[0]
      const texts = await notesIn(await readFile(join(workspace, path), 'utf8'))
      const own = texts.filter((text) => !isTemplateText(text))
      notes.push(...own.map((text) => ({ target, text: day === undefined ? text : `${day}: ${text}` })))
    }
  }
  return { notes, skipped }
}

import { assertHarmless, fileOf, MemoryError, type MemoryTarget } from '@hermes/memory'
import type { MemoryInUse } from '../memory/with-memory.js'
import type { FoundNote } from './find-notes.js'

export type NoteOutcome =
  | 'added'
  | 'unchanged'
  /** The memory file has no room for it. */
  | 'no-room'
  /** It looks like an attempt to manipulate the agent. */
  | 'refused'

export interface ImportedNote extends FoundNote {
  readonly outcome: NoteOutcome
}

/**
 * Adds notes to the memory of the owner as far as there is room, in one change per file, which can be undone. Existing notes are never
 * archived to make room.
 */
export async function importNotes(
  notes: readonly FoundNote[],
  memory: MemoryInUse,
  isDryRun: boolean,
): Promise<readonly ImportedNote[]> {
  const imported: ImportedNote[] = []
  for (const target of ['user', 'memory'] as const) {
    const file = fileOf(memory.files.of(), target)
    if (!file) continue
    const { entries, chars, limit } = await file.read()
    const known = new Set(entries)
    let used = chars
    const added: string[] = []
    for (const note of notes.filter((each) => each.target === target)) {
      const room = note.text.length + separatorLength
      const outcome = known.has(note.text) ? 'unchanged' : await judge(note.text, limit - used)
      if (outcome === 'added') {
        known.add(note.text)
        added.push(note.text)
        used += room
      }
      imported.push({ ...note, outcome })
    }
    if (!isDryRun && added.length > 0) await write(memory, target, added)
  }
  return imported
}

async function judge(text: string, room: number): Promise<NoteOutcome> {
  if (text.length + separatorLength > room) return 'no-room'
  return (await isHarmless(text)) ? 'added' : 'refused'
}

/** Separates two entries. */
const separatorLength = '\n§\n'.length

async function write({ writes }: MemoryInUse, target: MemoryTarget, texts: readonly string[]): Promise<void> {
  const edits = texts.map((content) => ({ action: 'add', content }) as const)
  await writes.write({ target, edits, by: 'person' })
}

async function isHarmless(content: string): Promise<boolean> {
  try {
    await assertHarmless([{ action: 'add', content }])
    return true
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'memory/blocked') return false
    throw error
  }
}

import { oneLine } from '@hermes/safety'
import { countChars, isOneEntry } from './entries.js'
import type { MemoryEdit } from './memory-edit.js'
import { MemoryError } from './memory-error.js'

export interface EditedEntries {
  readonly entries: readonly string[]
  /** The oldest entries, removed to stay within the limit. */
  readonly archived: readonly string[]
}

const shownChars = 80

/**
 * Applies all edits or none. Adding an existing entry changes nothing. When the result is longer than `limit`
 * characters, the oldest entries that the edits did not touch are removed.
 *
 * @throws {MemoryError} `memory/no-match` when a text is in no entry or in several; `memory/too-long` when an entry, or
 * the text written at once, is longer than the limit; `memory/invalid` for an empty entry or one with a separator.
 */
export function applyEdits(before: readonly string[], edits: readonly MemoryEdit[], limit: number): EditedEntries {
  const written = new Set<string>()
  let entries = before
  for (const edit of edits) {
    if (edit.action === 'remove') {
      entries = without(entries, findEntry(entries, edit.oldText))
      continue
    }
    const content = toEntry(edit.content, limit)
    written.add(content)
    entries =
      edit.action === 'add' ? [...entries, content] : replace(entries, findEntry(entries, edit.oldText), content)
    entries = [...new Set(entries)]
  }
  return archiveOldest(entries, written, limit)
}

function without(entries: readonly string[], gone: string): readonly string[] {
  return entries.filter((entry) => entry !== gone)
}

function replace(entries: readonly string[], old: string, content: string): readonly string[] {
  return entries.map((entry) => (entry === old ? content : entry))
}

function toEntry(text: string, limit: number): string {
  const entry = text.replaceAll(/\r\n?/g, '\n').trim()
  if (entry === '') throw new MemoryError('memory/invalid', 'The entry is empty: give its text, or remove the old one.')
  if (entry.includes('\0') || !entry.isWellFormed())
    throw new MemoryError('memory/invalid', 'The entry has characters that are no text: write it without them.')
  if (!isOneEntry(entry))
    throw new MemoryError('memory/invalid', 'An entry cannot have a line with only "§": add its parts one by one.')
  if (entry.length > limit) throw tooLong(entry.length, limit)
  return entry
}

function findEntry(entries: readonly string[], part: string): string {
  const wanted = part.replaceAll(/\r\n?/g, '\n').trim()
  const found = wanted === '' ? [] : entries.filter((entry) => entry.includes(wanted))
  const [first] = found
  // The whole text of an entry means that entry, even if another one contains it.
  const exact = found.find((entry) => entry === wanted)
  if (first !== undefined && (found.length === 1 || exact !== undefined)) return exact ?? first
  const quoted = `"${oneLine(wanted, shownChars)}"`
  if (first === undefined)
    throw new MemoryError('memory/no-match', `No entry contains ${quoted}: quote a part of one. ${listOf(entries)}`)
  throw new MemoryError(
    'memory/no-match',
    `${found.length} entries contain ${quoted}: quote more of the one that is meant. ${listOf(found)}`,
  )
}

function listOf(entries: readonly string[]): string {
  if (entries.length === 0) return 'There are no entries.'
  return `The entries: ${entries.map((entry) => `"${oneLine(entry, shownChars)}"`).join(', ')}.`
}

function archiveOldest(edited: readonly string[], written: ReadonlySet<string>, limit: number): EditedEntries {
  let entries = edited
  const archived: string[] = []
  while (countChars(entries) > limit) {
    const oldest = entries.find((entry) => !written.has(entry))
    if (oldest === undefined) throw tooLong(countChars(entries), limit)
    archived.push(oldest)
    entries = without(entries, oldest)
  }
  return { entries, archived }
}

function tooLong(chars: number, limit: number): MemoryError {
  const [has, most] = [chars, limit].map((count) => count.toLocaleString('en-US'))
  return new MemoryError(
    'memory/too-long',
    `What was written has ${has} characters, and the file holds ${most}: write only what matters later, in fewer words.`,
  )
}

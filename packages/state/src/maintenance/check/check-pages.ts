import { setImmediate as nextTurn } from 'node:timers/promises'
import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { codeOf } from '../../connection/translate-error.js'
import type { StoreProblem } from './store-health.js'

const mostReports = 20

/** Runs SQLite's own check. `quick` does not compare indexes with their tables. */
export async function checkPages(database: Database, depth: 'quick' | 'full'): Promise<readonly StoreProblem[]> {
  await nextTurn()
  try {
    const rows = database.pragma(`${depth === 'quick' ? 'quick_check' : 'integrity_check'}(${mostReports})`)
    return toTexts(rows).flatMap((text) => (text === 'ok' ? [] : [toProblem(text)]))
  } catch (error) {
    if (!isDamage(error)) throw error
    return [
      { kind: 'structure', text: english`The file cannot be read completely: ${messageOf(error)}.`, repairable: true },
    ]
  }
}

/** Whether SQLite reported malformed content or a file that is not a database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|IOERR_DATA)/.test(codeOf(error))
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function toTexts(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => (typeof row === 'object' && row !== null ? Object.values(row).map(String) : []))
}

/** Patterns for the kinds of damage, which SQLite distinguishes only in its messages. */
const kinds = [
  { pattern: /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index)/, kind: 'index' },
  { pattern: /fts5|inverted index/i, kind: 'search' },
  { pattern: /^(NULL value in|(NUMERIC|TEXT|\S+) value in|CHECK constraint)/, kind: 'content' },
] as const

function toProblem(text: string): StoreProblem {
  const kind = kinds.find(({ pattern }) => pattern.test(text))?.kind ?? 'structure'
  return { kind, text: sentenceOf(text), repairable: true }
}

/** Shortens a report to one sentence. SQLite reports all damaged pages of a database in one text, after a title. */
function sentenceOf(text: string): string {
  const [first = '', ...more] = text.split('\n').filter((line) => line !== '' && !line.startsWith('***'))
  return more.length === 0 ? `SQLite: ${first}.` : english`SQLite: ${first}, and ${more.length} more findings.`
}

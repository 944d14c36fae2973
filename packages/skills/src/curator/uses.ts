import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'

/** The uses of a skill, by the model or by a person. */
export interface SkillUses {
  readonly count: number
  /** The time of the last use, in milliseconds since 1970. */
  readonly lastAtMs: number
}

/** Maximum length of the file. A longer file is rewritten with one line per skill. */
const mostChars = 262_144

/** Records a use of a skill. The line is written at once, so that lines of different processes do not mix. */
export async function recordUse(folder: string, name: string, atMs: number): Promise<void> {
  const file = fileOf(folder)
  await mkdir(join(folder, '.hermes'), { recursive: true, mode: 0o700 })
  await appendFile(file, `${toLine(name, { count: 1, lastAtMs: atMs })}\n`, { mode: 0o600 })
}

/** Reads the uses of the skills in a folder, by name. Lines that a crash has cut are ignored. */
export async function readUses(folder: string): Promise<ReadonlyMap<string, SkillUses>> {
  const text = (await readOptional(fileOf(folder))) ?? ''
  const uses = new Map<string, SkillUses>()
  for (const { name, count, lastAtMs } of text.split('\n').flatMap((line) => toUse(line) ?? [])) {
    const before = uses.get(name)
    uses.set(name, { count: count + (before?.count ?? 0), lastAtMs: Math.max(lastAtMs, before?.lastAtMs ?? 0) })
  }
  if (text.length > mostChars)
    await replaceFile(fileOf(folder), [...uses].map(([name, each]) => `${toLine(name, each)}\n`).join(''))
  return uses
}

function fileOf(folder: string): string {
  return join(folder, '.hermes', 'uses.jsonl')
}

function toLine(name: string, { count, lastAtMs }: SkillUses): string {
  return JSON.stringify({ name, count, lastAtMs })
}

function toUse(line: string): ({ readonly name: string } & SkillUses) | undefined {
  if (line === '') return undefined
  try {
    const value = parseJson(line)
    if (!isRecord(value)) return undefined
    const { name, count, lastAtMs } = value
    if (typeof name !== 'string' || typeof count !== 'number' || typeof lastAtMs !== 'number') return undefined
    return { name, count, lastAtMs }
  } catch {
    // Cut off by a crash.
    return undefined
  }
}

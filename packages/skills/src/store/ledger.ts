import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isMissing, isRecord } from '@hermes/safety'
import { isLocked } from './lock-file.js'
import type { SkillChange } from './skill-change.js'

/** Appends a line. It is written at once, so that lines of two processes do not mix. */
export async function appendChange(file: string, change: SkillChange): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await appendFile(file, `${JSON.stringify(change)}\n`, { mode: 0o600, flush: true })
}

/** Returns all changes, oldest first. A line that was cut off by a crash is ignored. */
export async function readChanges(file: string): Promise<readonly SkillChange[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').flatMap((line) => toChange(line) ?? [])
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function toChange(line: string): SkillChange | undefined {
  if (line === '') return undefined
  try {
    const value = parseJson(line)
    return isChange(value) ? value : undefined
  } catch {
    // Cut off by a crash.
    return undefined
  }
}

function isChange(value: unknown): value is SkillChange {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.path === 'string' &&
    typeof value.action === 'string' &&
    (value.locked === undefined || isLocked(value.locked))
  )
}

import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import type { HomePaths } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'

/** Source of an installed profile, and its files. */
export interface Installation {
  readonly source: string
  /** SHA-256 of each installed file, keyed by path. A file with another hash was edited. */
  readonly files: Readonly<Record<string, string>>
}

/** Reads the installation; `undefined` for a profile that was not installed. */
export async function readInstallation(paths: Pick<HomePaths, 'home'>): Promise<Installation | undefined> {
  const text = await readOptional(fileOf(paths))
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  if (!isRecord(parsed) || typeof parsed.source !== 'string' || !isRecord(parsed.files)) return undefined
  const files = Object.entries(parsed.files).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { source: parsed.source, files: Object.fromEntries(files) }
}

export async function writeInstallation(paths: Pick<HomePaths, 'home'>, installation: Installation): Promise<void> {
  await replaceFile(fileOf(paths), `${JSON.stringify(installation, undefined, 2)}\n`)
}

function fileOf({ home }: Pick<HomePaths, 'home'>): string {
  return join(home, 'installed.json')
}

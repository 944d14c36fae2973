import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type HomePaths, homePaths } from '../src/home/home-paths.js'

/** A real, empty folder that is removed after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-runtime-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A home with the given files. */
export async function tempHome(files: { readonly config?: string; readonly env?: string } = {}): Promise<HomePaths> {
  const folder = await tempFolder()
  const paths = { ...homePaths(folder), managed: join(folder, 'managed.yaml') }
  if (files.config !== undefined) await writeFile(paths.config, files.config, { mode: 0o600 })
  if (files.env !== undefined) await writeFile(paths.env, files.env, { mode: 0o600 })
  return paths
}

export function textOfFile(path: string): Promise<string> {
  return readFile(path, 'utf8')
}

/** The permission bits of a file or folder. */
export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

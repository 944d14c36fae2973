import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exists, readOptional, replaceFile } from '@hermes/safety/files'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'

/** Marks the files that this program may replace and remove. */
const mark = '# Written by hermes profile alias.'

/** Writes a command to `~/.local/bin` that starts Hermes with a profile. @throws {UsageError} when the name belongs to another file. */
export async function writeWrapper(env: Io['env'], alias: string, profile: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(alias)) throw new UsageError(`"${alias}" is not a name for a command.`)
  const folder = folderOf(env)
  const path = join(folder, alias)
  const present = await smallText(path)
  if ((await exists(path)) && !present?.includes(mark)) {
    throw new UsageError(`${path} is another program: choose another name for the alias.`)
  }
  await mkdir(folder, { recursive: true })
  await replaceFile(path, `#!/bin/sh\n${mark}\nexec hermes -p ${profile} "$@"\n`)
  await chmod(path, 0o755)
  return path
}

/** Removes the commands of a profile. @returns their names. */
export async function removeWrappers(env: Io['env'], profile: string): Promise<readonly string[]> {
  const folder = folderOf(env)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const removed: string[] = []
  for (const name of names) {
    const text = await smallText(join(folder, name))
    if (!text?.includes(mark) || !text.includes(`hermes -p ${profile} "$@"`)) continue
    await rm(join(folder, name))
    removed.push(name)
  }
  return removed
}

/** Reads a small file; `undefined` for a larger one, such as another program in the folder. */
async function smallText(path: string): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined)
  return status?.isFile() && status.size < 1000 ? readOptional(path) : undefined
}

function folderOf({ HOME }: Io['env']): string {
  return join(HOME || homedir(), '.local', 'bin')
}

import { open } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { type CallOptions, PlatformError } from '@hermes/core/platform'

export interface ServedFileOptions extends CallOptions {
  /** In bytes. */
  readonly max: number
}

/** Whether a server that was started with `--local` names a file of its own machine, which may run another system. */
export function isAbsolute(path: string): boolean {
  return posix.isAbsolute(path) || win32.isAbsolute(path)
}

/** The path within the folder of a bot: what a file server in front of that folder knows. A path that is none of this kind stays. */
export function partBelowToken(path: string, token: string): string {
  return splitAtToken(path, token)?.join('/') ?? path
}

/**
 * The content of a file that a server of this machine names by its absolute path; `undefined` if it is not here. A server keeps the
 * files of a bot in a folder with the name of its token. Other paths are never read, because the server could ask for any.
 * @throws {PlatformError} `too-long`.
 */
export async function readServedFile(
  path: string,
  token: string,
  { max, signal }: ServedFileOptions,
): Promise<Uint8Array | undefined> {
  if (!splitAtToken(path, token)) return undefined
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return undefined
    if (stats.size > max) throw tooLarge(max)
    return new Uint8Array(await file.readFile({ signal }))
  } finally {
    await file.close()
  }
}

export function tooLarge(max: number): PlatformError {
  return new PlatformError('too-long', `The file is larger than the ${max / 2 ** 20} MiB that Telegram gives to bots.`)
}

/** The parts of an absolute path after the folder of the bot. Windows allows no colon in a name. */
function splitAtToken(path: string, token: string): readonly string[] | undefined {
  if (!isAbsolute(path)) return undefined
  const parts = path.split(/[\\/]/)
  const at = parts.findIndex((part) => part === token || part === token.replace(':', '~'))
  const below = parts.slice(at + 1)
  return at < 0 || below.length === 0 || parts.includes('..') ? undefined : below
}

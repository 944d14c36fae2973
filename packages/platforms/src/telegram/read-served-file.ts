import { open } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { type CallOptions, PlatformError } from '@hermes/core/platform'

export interface ServedFileOptions extends CallOptions {
  /** The maximum size in bytes. */
  readonly max: number
}

/**
 * Whether a server that was started with `--local` names a file on its own machine, which may run another operating
 * system.
 */
export function isAbsolute(path: string): boolean {
  return posix.isAbsolute(path) || win32.isAbsolute(path)
}

/**
 * Returns the path within a bot's folder, as a file server in front of that folder knows it. Any other path is returned unchanged.
 */
export function partBelowToken(path: string, token: string): string {
  return splitAtToken(path, token)?.join('/') ?? path
}

/**
 * Reads a file that a server on this machine names by its absolute path; resolves to `undefined` if it is not here. A server keeps
 * the files of a bot in a folder named after its token. Other paths are never read, because the server could ask for any.
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

/** Returns the parts of an absolute path after the bot's folder. Windows allows no colon in a name. */
function splitAtToken(path: string, token: string): readonly string[] | undefined {
  if (!isAbsolute(path)) return undefined
  const parts = path.split(/[\\/]/)
  const at = parts.findIndex((part) => part === token || part === token.replace(':', '~'))
  const below = parts.slice(at + 1)
  return at < 0 || below.length === 0 || parts.includes('..') ? undefined : below
}

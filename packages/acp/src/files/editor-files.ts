import { sep } from 'node:path'
import type { FileSystem } from '@hermes/core/environment'
import type { EditorClient } from '../contracts/editor-client.js'

/** Size in bytes above which files are read from the disk. */
const maxBytes = 2 * 2 ** 20

/**
 * How long reads return the text behind the last status, in milliseconds. A tool reads right after it has asked for the
 * size.
 */
const freshMs = 1_000

export interface EditorFilesOptions {
  readonly client: Pick<EditorClient, 'readText' | 'writeText'>
  /** Absolute path of the folder whose files belong to the editor. */
  readonly folder: string
}

/**
 * Provides the files of a workspace as the editor has them: with unsaved changes, and with changes that the editor
 * makes itself, so that it can show and undo them. Everything that is not UTF-8 text is read from and written to the
 * disk, and so is what the editor refuses.
 */
export function editorFiles(files: FileSystem, { client, folder }: EditorFilesOptions): FileSystem {
  let root: Promise<string> | undefined
  const isInside = async (path: string) => {
    root ??= files.resolve(folder)
    const known = await root
    return path.startsWith(known.endsWith(sep) ? known : `${known}${sep}`)
  }

  /** The result of the last status. Every status asks the editor again, and so does every write. */
  let last: { readonly path: string; readonly bytes: Uint8Array | undefined; readonly atMs: number } | undefined

  async function unsavedSinceStatus(path: string): Promise<Uint8Array | undefined> {
    if (last?.path === path && performance.now() - last.atMs < freshMs) return last.bytes
    return unsaved(path, (await files.stat(path))?.size ?? 0)
  }

  /** Returns the unsaved text of a file, or `undefined` if it equals the text on disk. */
  async function unsaved(path: string, size: number): Promise<Uint8Array | undefined> {
    if (!client.readText || size > maxBytes || !(await isInside(path))) return undefined
    const disk = textOf(await files.read(path))
    if (disk === undefined) return undefined
    const shown = await client.readText(path).catch(() => undefined)
    if (shown === undefined || withLf(shown) === withLf(disk)) return undefined
    return new TextEncoder().encode(shown)
  }

  return {
    resolve: (path) => files.resolve(path),
    list: (path) => files.list(path),
    remove: (path, options) => files.remove(path, options),
    async stat(path) {
      const status = await files.stat(path)
      if (status?.kind !== 'file') return status
      const bytes = await unsaved(path, status.size)
      last = { path, bytes, atMs: performance.now() }
      return bytes ? { ...status, size: bytes.length } : status
    },
    async read(path, range = {}) {
      // The disk comes first, because it refuses a path that leads elsewhere since it was assessed.
      const saved = await files.read(path, range)
      const { start = 0, length = Number.POSITIVE_INFINITY } = range
      const bytes = await unsavedSinceStatus(path)
      return bytes ? bytes.subarray(start, start + length) : saved
    },
    async write(path, data, options) {
      last = undefined
      const text = textOf(data)
      const isTheirs = text !== undefined && data.length <= maxBytes && (await isInside(path))
      const isSame = options?.resolvesTo === undefined || (await files.resolve(path)) === options.resolvesTo
      if (isTheirs && isSame && (await isWritten(path, text))) return
      await files.write(path, data, options)
    },
  }

  async function isWritten(path: string, text: string): Promise<boolean> {
    if (!client.writeText) return false
    return client.writeText(path, text).then(
      () => true,
      // The tool then writes to the disk.
      () => false,
    )
  }
}

/** Returns `undefined` for anything but UTF-8 text without a byte order mark, which editors do not pass on. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef || bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Normalizes line ends, because editors may pass on texts with other line ends than the file has. */
function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

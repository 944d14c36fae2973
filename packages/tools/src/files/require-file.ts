import { basename, dirname } from 'node:path'
import type { FileStatus } from '@hermes/core/environment'
import { nearestNames } from '@hermes/safety'
import { binaryKind } from './binary-kind.js'
import type { FileAccess } from './file-access.js'
import { fileError, withFileErrors } from './file-error.js'
import { isPrivateKey } from './private-key.js'

/** Returns the status of a file. @throws {HermesError} that says what exists instead of a file. */
export async function requireFile({ files }: FileAccess, path: string, file: string): Promise<FileStatus> {
  const status = await withFileErrors(path, () => files.stat(file))
  if (status === undefined) throw fileError('missing', `There is no file ${path}.${await similarNames(files, file)}`)
  if (status.kind === 'directory') {
    throw fileError('not-a-file', `${path} is a folder. Use search_files with target "files" to see what it holds.`)
  }
  if (status.kind === 'other') {
    throw fileError('not-a-file', `${path} is a device, a pipe, a socket or a broken link, not a file.`)
  }
  return status
}

async function similarNames(files: FileAccess['files'], file: string): Promise<string> {
  const folder = dirname(file)
  const status = await files.stat(folder)
  if (status?.kind !== 'directory') return ` The folder ${folder} does not exist either.`
  const names = (await files.list(folder)).map(({ name }) => name)
  const found = nearestNames(basename(file), names.slice(0, 5_000))
  return found.length === 0 ? '' : ` Similar names in its folder: ${found.join(', ')}.`
}

/** Checks that a file is text. @throws {HermesError} for binary data and for private keys, regardless of their name. */
export function requireText(path: string, head: Uint8Array, { size }: Pick<FileStatus, 'size'>): void {
  if (isPrivateKey(head)) throw fileError('refused', `${path} may not be used by file tools: it is a private key.`)
  const kind = binaryKind(head)
  if (kind === undefined) return
  const hint = / image$/.test(kind) ? 'a tool that looks at pictures can open it' : 'file tools work on text only'
  throw fileError('not-text', `${path} is a binary file (${kind}, ${size} bytes): ${hint}.`)
}

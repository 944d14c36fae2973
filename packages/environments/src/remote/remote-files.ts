import { EnvironmentError } from '@hermes/core'
import type { FileStatus, FileSystem } from '@hermes/core/environment'
import { isMissing } from '@hermes/safety'
import { fileError } from '@hermes/safety/files'
import { toAbsolute } from '../local/file-system.js'
import {
  failed,
  listScript,
  type Place,
  readScript,
  removeScript,
  resolveScript,
  statScript,
  writeScript,
} from './file-scripts.js'
import type { RunScript } from './run-script.js'

interface Folders {
  readonly workingDirectory: string
  readonly home: string
}

const kinds: Readonly<Record<string, FileStatus['kind']>> = { d: 'directory', f: 'file', o: 'other' }

/** Creates the file system of a remote place, which is accessed with standard POSIX utilities. */
export function createRemoteFiles(run: RunScript, folders: Folders): FileSystem {
  const locate = (path: string) => {
    if (path.includes('\0')) throw fileError('EINVAL', 'The path contains a NUL character.')
    return toAbsolute(path, folders)
  }
  const perform = async (path: string, script: string, input?: Uint8Array) => {
    const { code, stdout, stderr } = await run(script, input)
    if (code === 0) return stdout
    const said = stderr.toString().trim().split('\n').at(-1) ?? ''
    if (code === failed) throw fileError(said, explain(said, path))
    throw new EnvironmentError(
      `The files cannot be accessed: a shell of the environment ended with ${code} and printed: ${stderr.toString().trim()}`,
    )
  }
  const at = (path: string, options: { readonly resolvesTo?: string } = {}): Place => ({
    path: locate(path),
    resolvesTo: options.resolvesTo,
  })

  return {
    resolve: async (path) => (await perform(path, resolveScript(locate(path)))).toString(),
    async stat(path) {
      try {
        return toStatus((await perform(path, statScript(locate(path)))).toString())
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    read: (path, options = {}) => perform(path, readScript(at(path, options), options)),
    async write(path, data, options) {
      await perform(path, writeScript(at(path, options), data.length), data)
    },
    async remove(path, options) {
      await perform(path, removeScript(at(path, options)))
    },
    async list(path) {
      const entries = (await perform(path, listScript(locate(path)))).toString().split('\0').slice(0, -1)
      return entries.map((entry) => ({ name: entry.slice(1), kind: kinds[entry.charAt(0)] ?? 'other' }))
    },
  }
}

/** Parses `file`, then size and time. The time is in seconds, or has the form `2026-01-31 12:00:00.123456789 +0100`. */
function toStatus(text: string): FileStatus {
  const [word = '', line = ''] = text.split('\n')
  const [size = '', ...time] = line.split(' ')
  const kind = Object.values(kinds).find((known) => known === word) ?? 'other'
  return { kind, size: Number(size), modifiedAtMs: toMs(time) }
}

function toMs([day = '', clock = '', zone = '']: readonly string[]): number {
  if (clock === '') return Number(day) * 1000
  const [second = '', fraction = '0'] = clock.split('.')
  return Date.parse(`${day}T${second}${zone.replace(/(\d\d)$/, ':$1')}`) + Number(`0.${fraction}`) * 1000
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing at',
  ENOTDIR: 'a file is used as a folder in',
  EISDIR: 'a folder is at',
  EACCES: 'there is no permission for',
  ENOTSUP: 'a device, a pipe or a socket is at',
  ESTALE: 'a different target than before is at',
  ELOOP: 'links are cyclic in',
  ENOTEMPTY: 'a folder that is not empty is at',
  ENOSPC: 'there is no space left for',
}

function explain(code: string, path: string): string {
  return `${reasons[code] ?? 'something went wrong with'} ${path}`
}

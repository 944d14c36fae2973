import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from './keep-file.js'
import { systemCallFilter } from './seccomp/system-call-filter.js'

/** Files of the sandbox on disk, which commands cannot change. */
export interface SandboxFiles {
  /** Path of an empty file. */
  readonly empty: string
  /** Returns the path of the system call filter, or `undefined` for unsupported processors. */
  filter(unixSockets: boolean): string | undefined
}

/** Opens the files. Several processes may share the folder, because they write the same content. */
export function openSandboxFiles(folder: string, isRoot: boolean): SandboxFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keep = (name: string, content: Uint8Array) => keepFile(join(folder, name), content, 0o444)
  const writeFilter = (unixSockets: boolean): string | undefined => {
    const program = systemCallFilter({ processor: process.arch, unixSockets, setId: !isRoot })
    return program && keep(`filter-${unixSockets ? 'with' : 'without'}-sockets${isRoot ? '-of-root' : ''}.bpf`, program)
  }
  // Created lazily, because most runs execute no command.
  const filters = new Map<boolean, string | undefined>()
  return {
    empty: keep('empty', new Uint8Array()),
    filter(unixSockets) {
      if (!filters.has(unixSockets)) filters.set(unixSockets, writeFilter(unixSockets))
      return filters.get(unixSockets)
    },
  }
}

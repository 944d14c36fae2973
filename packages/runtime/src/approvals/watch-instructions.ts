import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInstructionWatch, type InstructionWatch } from '@hermes/approval'
import type { Environment, Logger } from '@hermes/core'

/** The maximum number of copies. Older ones are deleted. */
const mostKept = 100

export interface WatchedInstructions {
  readonly environment: Pick<Environment, 'id' | 'files'>
  /** The folder for copies of the replaced versions. Commands must not have access to it. */
  readonly folder: string
  readonly logger: Logger
}

/** Watches the files with instructions for agents in the project. Versions that git had already recorded may be checked out again. */
export function watchInstructions({ environment, folder, logger }: WatchedInstructions): InstructionWatch {
  const sinceMs = Date.now()
  let count = 0
  return createInstructionWatch({
    files: environment.files,
    logger,
    // Only a local environment has the files of the repository on this machine.
    ...(environment.id === 'local' && {
      async isFromProject(project: string, content: Uint8Array) {
        const { wasInProject } = await import('@hermes/environments/sandbox')
        return wasInProject(project, content, sinceMs)
      },
    }),
    async keep(path, content) {
      const copies = join(folder, `${sinceMs}-${String(++count).padStart(4, '0')}`)
      await mkdir(copies, { recursive: true, mode: 0o700 })
      await writeFile(join(copies, basename(path)), content, { mode: 0o600 })
      const old = (await readdir(folder)).toSorted().slice(0, -mostKept)
      for (const each of old) await rm(join(folder, each), { recursive: true, force: true })
    },
  })
}

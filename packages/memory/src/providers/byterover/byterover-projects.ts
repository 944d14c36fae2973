import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, replaceFile } from '@hermes/safety/files'

/** The folder of an owner's project, which is created first. */
export type ProjectOf = (owner: string) => Promise<string>

/** The format of ByteRover's settings of a project. */
const version = '0.0.1'

/**
 * A project per owner below the home. ByteRover works on the nearest project at or above its working folder: an owner without a project
 * would share that of a folder around the home with all others.
 */
export function projectsIn(home: string, now: () => number): ProjectOf {
  return async (owner) => {
    const project = join(home, 'byterover', owner)
    const file = join(project, '.brv', 'config.json')
    if (!(await exists(file))) {
      const settings = { createdAt: new Date(now()).toISOString(), cwd: project, version }
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await replaceFile(file, `${JSON.stringify(settings, undefined, 2)}\n`)
    }
    return project
  }
}

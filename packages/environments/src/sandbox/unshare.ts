import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { EnvironmentError } from '@hermes/core'
import { type BubblewrapOptions, createBubblewrap, type Sandbox } from './bubblewrap.js'
import { filterLoader } from './filter-loader.js'
import { findProgram } from './find-program.js'
import { linkMounter } from './git/settings/link-loader.js'
import { holdScript } from './hold-script.js'
import { keepFile } from './keep-file.js'
import { sandboxNames } from './sandbox-names.js'

export type UnshareOptions = Omit<BubblewrapOptions, 'program' | 'name' | 'isScript'>

const systemFolders = ['/usr/sbin', '/sbin']
const needed = ['unshare', 'nsenter', 'mount', 'umount', 'pivot_root', 'setpriv']

/**
 * Returns the util-linux programs missing from the standard locations. When there are none, commands can be sandboxed
 * unless the system forbids it.
 */
export function missingPrograms(): readonly string[] {
  return needed.filter((name) => findProgram(name, systemFolders) === undefined)
}

/** Returns whether system calls can be filtered, which requires Perl. */
export function canFilter(): boolean {
  return filterLoader(findProgram('perl')).length > 0
}

/**
 * Sandboxes commands like {@link createBubblewrap}, with util-linux and a shell. Without Perl, there is no system call
 * filter, so `unixSockets` has no effect.
 *
 * @throws {EnvironmentError} when a program is missing.
 */
export function createUnshare(options: UnshareOptions): Sandbox {
  const missing = missingPrograms()
  if (missing.length > 0)
    throw new EnvironmentError(`Commands cannot be sandboxed: ${missing.join(', ')} of util-linux is not installed.`)
  return createBubblewrap({
    ...options,
    name: sandboxNames.unshare,
    program: writeProgram(options.stateFolder),
    isScript: true,
  })
}

function writeProgram(folder: string): string {
  const stage = join(folder, 'stage')
  mkdirSync(stage, { recursive: true, mode: 0o700 })
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const perl = findProgram('perl')
  const script = holdScript({
    stage,
    user,
    group,
    filterLoader: filterLoader(perl),
    linkMounter: perl === undefined ? [] : linkMounter(perl),
  })
  return keepFile(join(folder, 'hold'), script, 0o555)
}

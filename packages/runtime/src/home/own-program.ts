import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRecord, parseJson } from '@hermes/core/wiring'

/**
 * Returns the folder of the running program: the outermost Hermes package around this module, in a checkout or an npm
 * install; `undefined` if there is none.
 */
export function ownProgram(start = import.meta.dirname): string | undefined {
  let found: string | undefined
  for (let folder = realpathSync(start); ; folder = dirname(folder)) {
    if (/^(?:@hermes\/.+|hermes)$/.test(nameOfPackage(folder) ?? '')) found = folder
    if (folder === dirname(folder) || basename(folder) === 'node_modules') return found
  }
}

function nameOfPackage(folder: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'))
    const name = isRecord(manifest) ? manifest.name : undefined
    return typeof name === 'string' ? name : undefined
  } catch {
    // The folder has no package.
    return undefined
  }
}

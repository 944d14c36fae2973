import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { HermesError } from '@hermes/core'

const name = 'tree-sitter-bash.wasm'

/**
 * The grammar of bash. A build carries it beside its code; the sources, and bundles of other programs, find the one of the package
 * `tree-sitter-bash`.
 *
 * @throws {HermesError} `approval/no-grammar` when it is in neither place.
 */
export async function readGrammar(): Promise<Uint8Array> {
  const beside = new URL(name, import.meta.url)
  try {
    return await readFile(beside)
  } catch (cause) {
    const installed = findInstalled()
    if (installed !== undefined) return await readFile(installed)
    const message = `The grammar of bash is missing: copy ${name} of @hermes/approval to ${beside.pathname}.`
    throw new HermesError('approval/no-grammar', message, { cause })
  }
}

function findInstalled(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`tree-sitter-bash/${name}`)
  } catch {
    return undefined
  }
}

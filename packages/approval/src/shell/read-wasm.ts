import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { HermesError } from '@hermes/core'

/** The parser runtime and the bash grammar. Each is a file of the package with the same name. */
export type WasmName = 'tree-sitter-bash' | 'web-tree-sitter'

/**
 * Reads a WebAssembly file. A build contains it next to its code. The sources, and bundles of other programs, find it
 * in its original package.
 *
 * @throws {HermesError} `approval/no-grammar` when it is in neither place.
 */
export async function readWasm(name: WasmName): Promise<Uint8Array> {
  const beside = new URL(`${name}.wasm`, import.meta.url)
  try {
    return await readFile(beside)
  } catch (cause) {
    const installed = findInstalled(name)
    if (installed !== undefined) return await readFile(installed)
    const message = `The parser of shell commands is incomplete: copy ${name}.wasm of @hermes/approval to ${beside.pathname}.`
    throw new HermesError('approval/no-grammar', message, { cause })
  }
}

function findInstalled(name: WasmName): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/${name}.wasm`)
  } catch {
    return undefined
  }
}

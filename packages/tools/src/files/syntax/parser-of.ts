import { extname } from 'node:path'
import { jsonErrors, tomlErrors } from './data-errors.js'
import type { FindErrors } from './find-errors.js'
import { scriptErrors } from './script-errors.js'

/** Loads the parser on demand from a separate file, because bundlers break the exports of a direct import of the library. */
const yamlErrors: FindErrors = async (...args) => (await import('./yaml-errors.js')).yamlErrors(...args)

const scriptEndings: readonly string[] = ['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx']

const parsers: Readonly<Record<string, FindErrors>> = {
  '.json': jsonErrors,
  '.yaml': yamlErrors,
  '.yml': yamlErrors,
  '.toml': tomlErrors,
  ...Object.fromEntries(scriptEndings.map((ending) => [ending, scriptErrors])),
}

/** Returns the JavaScript parser for a kind of file. */
export function parserOf(path: string): FindErrors | undefined {
  return parsers[extname(path).toLowerCase()]
}

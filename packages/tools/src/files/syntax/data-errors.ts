import { basename } from 'node:path'
import { describeError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import type { FindErrors } from './find-errors.js'
import { lineOf } from './line-of.js'

/** Names of JSON files that may contain comments by convention. */
const withComments =
  /^(?:[tj]sconfig.*|\.(?:babel|eslint|swc|jshint)rc|devcontainer|settings|launch|tasks|extensions|biome|(?=.*\.code-).*)\.json$/

export const jsonErrors: FindErrors = async (text, path) => {
  if (withComments.test(basename(path))) return []
  try {
    parseJson(text)
    return []
  } catch (error) {
    const message = describeError(error)
    const position = /position (\d+)/.exec(message)?.[1]
    const atEnd = /end of JSON input/.test(message) ? text.length : 0
    // The rest of the message quotes the text; the line number is enough.
    const [reason = message] = message.split(/,? (?:in JSON at position|"|\.\.\.)/)
    return [{ line: lineOf(text, position === undefined ? atEnd : Number(position)), message: reason }]
  }
}

export const tomlErrors: FindErrors = async (text) => {
  const { parse, TomlError } = await import('smol-toml')
  try {
    parse(text)
    return []
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return [{ line: error.line, message: error.message.split('\n')[0] ?? 'invalid TOML' }]
  }
}

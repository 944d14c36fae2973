import { parse } from 'yaml'

/**
 * Parses YAML of others: aliases that grow are refused, duplicate keys are not.
 *
 * A module of its own, because the library is large and is imported when it is needed; a bundler does not name the exports of a
 * CommonJS package that is imported dynamically.
 * @throws {Error} when the text is not YAML.
 */
export function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 20, logLevel: 'error', uniqueKeys: false })
}

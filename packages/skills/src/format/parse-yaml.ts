import { parse } from 'yaml'

/**
 * Parses YAML written by others. Aliases that grow are refused; duplicate keys are not.
 *
 * A separate module, because the library is large and is imported on demand; a bundler does not name the exports of a
 * CommonJS package that is imported dynamically.
 * @throws {Error} when the text is not YAML.
 */
export function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 20, logLevel: 'error', uniqueKeys: false })
}

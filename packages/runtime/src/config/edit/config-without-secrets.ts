import { isSection, type Section } from '../../schema/section.js'
import { parseConfigDocument } from '../document/config-document.js'
import { isReference, mayHoldSecrets } from '../document/secret-settings.js'

/**
 * Removes keys, tokens, variables and headers from a `config.yaml`, so that it can be shared. References such as `${GITHUB_TOKEN}` and comments stay.
 * @param file The name of the file, for messages.
 * @returns the text and the paths of the removed settings.
 * @throws {ConfigError} when the text is not valid YAML.
 */
export function configWithoutSecrets(
  file: string,
  text: string,
): { readonly text: string; readonly removed: readonly string[] } {
  const document = parseConfigDocument(file, text)
  const paths = secretPaths(document.values, [])
  for (const path of paths) document.remove(path)
  return { text: paths.length === 0 ? text : document.toString(), removed: paths.map((path) => path.join('.')) }
}

function secretPaths(section: Section, above: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(section).flatMap(([name, value]) => {
    const path = [...above, name]
    if (isSection(value)) return secretPaths(value, path)
    return mayHoldSecrets(name, above.at(-1)) && !isReference(value) ? [path] : []
  })
}

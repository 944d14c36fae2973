import { english } from '@hermes/safety/language'
import type { ImportedItem } from '../imported-item.js'

/** Splits an OpenClaw list of users into ids and rejected entries: names, which can change owners, and everyone. */
export function peopleIn(
  list: readonly unknown[],
  { name, network, pattern }: { readonly name: string; readonly network: string; readonly pattern: RegExp },
): { readonly ids: readonly string[]; readonly refused: readonly ImportedItem[] } {
  const texts = list
    .map((entry) =>
      String(entry)
        .trim()
        .replace(/^(?:telegram|tg|matrix):/i, ''),
    )
    .filter(Boolean)
  const ids = [...new Set(texts.filter((text) => pattern.test(text)))]
  const others = [...new Set(texts.filter((text) => !pattern.test(text)))]
  const refused = others.map((text): ImportedItem => {
    const reason =
      text === '*'
        ? english`${name} lets everyone write, which is not imported: set platforms.${network}.allow_all if you want that.`
        : english`${name} has ${text}, which is no id of a person and is not imported.`
    return { name, outcome: 'refused', reason }
  })
  return { ids, refused }
}

/** Returns the lengths of groups of base64 characters that follow each other often enough to be encoded text. */
export function groupLengths(text: string): ReadonlySet<number> {
  const lengths = new Set<number>()
  let length = 0
  let last = 0
  let repeats = 0
  let separators = 0
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[text.charCodeAt(at)]
    if (kind === base) {
      length += 1
      continue
    }
    if (length > 0) {
      repeats = length === last ? repeats + 1 : 1
      last = length
      length = 0
      separators = 0
      if (repeats >= fewest) lengths.add(last)
    }
    separators += 1
    if (kind !== separator || separators > 2) last = 0
  }
  return lengths
}

const fewest = 3
const base = 1
const separator = 2

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z0-9+/]/.test(character)) return base
  return ' .,|-'.includes(character) ? separator : 0
})

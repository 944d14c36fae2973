/** Matches a path or a phrase: quoted, or a single word. */
export const nounPattern = '(?:`[^`]+`|"[^"]+"|\'[^\']+\'|\\S+)'

/** Removes polite phrases and trailing punctuation. */
export function tidy(sentence: string): string {
  return sentence
    .trim()
    .replace(/^(?:please|can you|could you|would you)\s+/i, '')
    .replace(/(?<!\s)\s+please\b/i, '')
    .replace(/(?<=[\w"'`)])\s*[?.!]+$/, '')
}

/** Resolves a {@link nounPattern} match to a path. Removes quotes and maps `here` to the working folder. */
export function toPath(noun: string | undefined): string {
  const path = unquote(noun ?? '.')
  return /^(?:here|there)$|^(?:this|the current|the working) (?:folder|directory)$/i.test(path) ? '.' : path
}

export function unquote(text: string): string {
  const trimmed = text.trim()
  return /^(`[^`]+`|"[^"]+"|'[^']+')$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}

/** Quotes a text as one word of a shell command, keeping a leading `~/`. */
export function shellWord(text: string): string {
  const home = text.startsWith('~/') ? '~/' : ''
  const rest = text.slice(home.length)
  return `${home}'${rest.replaceAll("'", "'\\''")}'`
}

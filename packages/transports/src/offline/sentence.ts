/** A path or a phrase: in quotes of any kind, or one word. */
export const nounPattern = '(?:`[^`]+`|"[^"]+"|\'[^\']+\'|\\S+)'

/** The sentence without politeness and the punctuation at its end. */
export function tidy(sentence: string): string {
  return sentence
    .trim()
    .replace(/^(?:please|can you|could you|would you)\s+/i, '')
    .replace(/(?<!\s)\s+please\b/i, '')
    .replace(/(?<=[\w"'`)])\s*[?.!]+$/, '')
}

/** What a {@link nounPattern} means: quotes off, and `here` is the working folder. */
export function toPath(noun: string | undefined): string {
  const path = unquote(noun ?? '.')
  return /^(?:here|there)$|^(?:this|the current|the working) (?:folder|directory)$/i.test(path) ? '.' : path
}

export function unquote(text: string): string {
  const trimmed = text.trim()
  return /^(`[^`]+`|"[^"]+"|'[^']+')$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}

/** One word of a shell command; `~/` stays what it is. */
export function shellWord(text: string): string {
  const home = text.startsWith('~/') ? '~/' : ''
  const rest = text.slice(home.length)
  return `${home}'${rest.replaceAll("'", "'\\''")}'`
}

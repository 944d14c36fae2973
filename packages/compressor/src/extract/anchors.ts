/** Word separators: whitespace, brackets, quotes, and all characters of CJK scripts, which are written without spaces. */
const between = /[\s"'`“”‘’«»<>()[\]{},;|*]+|[\u3000-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]+/u
const longest = 200
const fileName = /^[\w@~.+-]+\.[A-Za-z]\w{0,7}$/
const path = /^(?:[A-Za-z]:)?[~.\w@+-]*(?:[/\\][\w@.+:=%~-]+)+[/\\]?$/
const address = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Returns the parts of a text that cannot be inferred once they are lost: URLs, paths, numbers, versions, hashes and identifiers. In order,
 * with duplicates.
 */
export function anchorsOf(text: string): readonly string[] {
  return text
    .split(between)
    .map((word) => word.replace(/^[.:!?=]+|(?<![.:!?=…])[.:!?=…]+$/g, ''))
    .filter(isAnchor)
}

/** Returns the anchors that are file paths or file names. */
export function pathsOf(text: string): readonly string[] {
  return anchorsOf(text).filter(isPath)
}

export function isPath(word: string): boolean {
  if (address.test(word) || /^v?[\d./:-]+$/.test(word)) return false
  return path.test(word) || (fileName.test(word) && /[A-Za-z]/.test(word[0] ?? ''))
}

function isAnchor(word: string): boolean {
  if (word.length < 2 || word.length > longest || /^[a-z]+$/.test(word)) return false
  return /\d/.test(word) || /\w[/\\_]\w|[a-z][A-Z]|\w@\w/.test(word) || fileName.test(word) || path.test(word)
}

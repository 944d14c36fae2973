/** Suffixes of files that people view, listen to, read or unpack. Paths with other suffixes are only mentioned. */
const suffixes: ReadonlySet<string> = new Set(
  [
    'png jpg jpeg gif webp bmp tiff tif svg',
    'mp3 wav ogg m4a opus flac aac',
    'mp4 mov webm mkv avi',
    'pdf txt md csv tsv json xml html htm yaml yml log',
    'doc docx odt rtf xls xlsx ods ppt pptx odp',
    'zip tar gz tgz bz2 xz 7z rar',
    'epub apk ipa',
  ].flatMap((names) => names.split(' ')),
)

/** Characters that end a path in running text. Paths that contain them are only found alone on their line. */
const separators = /[\s"'`()[\]{}<>|*?,;，。、；：！？（）「」『』《》【】“”‘’]+/u

/**
 * Returns the paths of each line, absolute or below `~`, that may be sent as files: the whole line, or a part of it. Paths in code are left out, as
 * are parts of addresses and of relative paths.
 */
export function barePaths(lines: readonly string[]): readonly (readonly string[])[] {
  let fence: string | undefined
  return lines.map((line) => {
    const [, mark] = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = undefined
      return []
    }
    fence = mark
    return mark === undefined ? pathsOf(line) : []
  })
}

function pathsOf(line: string): readonly string[] {
  const alone = withoutBullet(line)
  const words = line.replaceAll(/`[^`]+`/g, ' ').split(separators)
  return [isWhole(alone) ? alone : undefined, ...words.map(pathIn)].filter((path) => path !== undefined)
}

/** Whether a line contains only this path, as a list item, in emphasis, or as a Markdown link or image. */
export function isAlone(path: string, line: string): boolean {
  const rest = withoutBullet(line).replace(path, () => '')
  return /^(?:["'<>*_]*|!?\[[^\]]*\]\(\))$/.test(rest)
}

function withoutBullet(line: string): string {
  return line.trim().replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '')
}

function isWhole(text: string): boolean {
  return /^(?:~?\/|[A-Za-z]:[\\/])/.test(text) && suffixes.has(suffixOf(text))
}

/** Returns a word from its first slash to its last known suffix. Punctuation after that is left out. */
function pathIn(word: string): string | undefined {
  if (word.includes('://')) return undefined
  const start = /(?<![\w/:.~\\-])~?\/(?!\/)|(?<![^\W_])[A-Za-z]:[\\/]/.exec(word)?.index
  if (start === undefined) return undefined
  const [end] = [...word.matchAll(/\.(\w+)(?![\w/\\])/g)]
    .filter(([, suffix = '']) => suffixes.has(suffix.toLowerCase()))
    .map((found) => found.index + found[0].length)
    .reverse()
  return end === undefined || end <= start ? undefined : word.slice(start, end)
}

function suffixOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}

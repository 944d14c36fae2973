const shownChars = 300

/** Returns `count` lines of a file, starting at an index, as `N|line`. */
export function numberedLines(lines: readonly string[], first: number, count: number): string {
  return lines
    .slice(first, first + count)
    .map((line, index) => `${first + index + 1}|${line.slice(0, shownChars)}`)
    .join('\n')
}

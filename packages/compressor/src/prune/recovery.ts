/** The name that the executor gives to the file with a long result. */
const spillName = /output-[\w-]{1,100}\.txt/
const longestFolder = 300

/** Returns a clause that tells the model how to retrieve a removed result: from a file, or with the recall tool if there is one. */
export function recoveryOf(text: string, recallTool: string | undefined): string {
  const file = spillFileIn(text)
  if (file) return `all of it is in ${file}`
  return recallTool === undefined
    ? 'it is kept in the earlier part of this session'
    : `${recallTool} finds it in the earlier part of this session`
}

/** Searches for the file name before the folder, because results are long and folder names are arbitrary. */
function spillFileIn(text: string): string | undefined {
  const found = spillName.exec(text)
  if (!found) return undefined
  const before = text.slice(Math.max(0, found.index - longestFolder), found.index)
  return (before.split(/[\s"'\\]/).at(-1) ?? '') + found[0]
}

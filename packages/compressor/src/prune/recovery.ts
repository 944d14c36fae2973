/** How the executor names the file that holds the whole of a long result. */
const spillName = /output-[\w-]{1,100}\.txt/
const longestFolder = 300

/** How the model can get a removed result, with the tool that finds it if there is one: one clause. */
export function recoveryOf(text: string, recallTool: string | undefined): string {
  const file = spillFileIn(text)
  if (file) return `all of it is in ${file}`
  return recallTool === undefined
    ? 'it is kept in the earlier part of this session'
    : `${recallTool} finds it in the earlier part of this session`
}

/** The name is looked for first: results are long, and a folder may be anything. */
function spillFileIn(text: string): string | undefined {
  const found = spillName.exec(text)
  if (!found) return undefined
  const before = text.slice(Math.max(0, found.index - longestFolder), found.index)
  return (before.split(/[\s"'\\]/).at(-1) ?? '') + found[0]
}

import type { CommandHandler } from '../../../arguments/command-spec.js'
import { exitCode } from '../../../exit-code.js'
import { writeLine } from '../../../io.js'
import { catalog } from './servers.js'

/** `hermes mcp catalog [WORDS...]`: lists the servers whose name or summary contains all the words. */
export const listCatalog: CommandHandler = async ({ io, values, parameters }) => {
  const words = parameters.map((word) => word.toLowerCase())
  const found = catalog.filter(({ name, summary }) => {
    const text = `${name} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (values.json) {
    const rows = found.map(({ variables = [], ...server }) => ({ ...server, variables }))
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  const width = Math.max(...found.map(({ name }) => name.length))
  for (const { name, summary, variables = [] } of found) {
    const needs = variables.length > 0 ? io.t` (needs ${variables.join(', ')})` : ''
    await writeLine(io.stdout, `${name.padEnd(width)}  ${io.t.of(summary)}${needs}`)
  }
  await writeLine(
    io.stderr,
    found.length > 0
      ? io.t`To add one: hermes mcp add NAME`
      : io.t`No server of the catalog fits. All of them: hermes mcp catalog`,
  )
  return exitCode.ok
}

import { type JourneyEntry, journeyBars, journeyDays } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { authorName } from '../../render/tables/author-name.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { withJourney } from './with-journey.js'

const usualLimit = 50

/** `hermes journey` */
export const showJourney: CommandHandler = async (context) => {
  const { values, io } = context
  const all = await withJourney(context, (journey) => journey.entries())
  const limit = values.limit ?? usualLimit
  const entries = limit > 0 ? all.slice(0, limit) : all
  if (values.json) {
    const rows = entries.map(({ atMs, ...entry }) => ({ ...entry, at: atMs / 1000 }))
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  if (entries.length === 0) await writeLine(io.stderr, io.t`Nothing was learned yet.`)
  const days = journeyDays(entries)
  for (const [index, bar] of journeyBars(days).entries()) {
    await writeLine(io.stdout, bar)
    for (const entry of days[index]?.entries ?? []) await writeLine(io.stdout, describe(entry, io.t))
  }
  return exitCode.ok
}

function kindName(kind: JourneyEntry['kind'], t: Translate): string {
  return { memory: t`memory`, user: t`user`, skill: t`skill` }[kind]
}

function describe({ id, kind, by, text, undoes, isUndone }: JourneyEntry, t: Translate): string {
  const note = undoes === undefined ? (isUndone ? t` (undone)` : '') : t` (undoes ${undoes})`
  const lines = safeText(text).replaceAll('\n', '\n    ')
  return `  ${oneLine(`${id}  ${kindName(kind, t)}  ${t`by ${authorName(by, t)}`}${note}`)}\n    ${lines}`
}

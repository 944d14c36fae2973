import { type Incident, localTime } from '@hermes/scheduler'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/safe-text.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron incidents` */
export const listIncidents: CommandHandler = (context) =>
  withJobs(context, async ({ book, zone }) => {
    const { values, io } = context
    const shown = (await book.incidents()).filter(({ state }) => values.all || state === 'open')
    if (values.json) await writeLine(io.stdout, JSON.stringify(shown, undefined, 2))
    else if (shown.length === 0) await writeLine(io.stderr, 'There are no open incidents.')
    if (!values.json) for (const incident of shown) await writeLine(io.stdout, describe(incident, zone))
    return exitCode.ok
  })

/** `hermes cron ack INCIDENT` */
export const acknowledgeIncident: CommandHandler = (context) =>
  withJobs(context, async ({ book, zone }) => {
    const { values, io, parameters } = context
    const incident = await book.acknowledge(parameters[0] ?? '')
    await writeLine(io.stdout, values.json ? JSON.stringify(incident, undefined, 2) : describe(incident, zone))
    return exitCode.ok
  })

function describe({ id, state, count, lastAtMs, text }: Incident, zone: string): string {
  return [id, state, `${count} times, last at ${localTime(lastAtMs, zone)}`, text]
    .map((part) => oneLine(part))
    .join('  ')
}

import type { Translate } from '@hermes/safety/language'
import { type Incident, isOpen, localTime } from '@hermes/scheduler'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron incidents` */
export const listIncidents: CommandHandler = (context) =>
  withJobs(context, async ({ book, zone }) => {
    const { values, io } = context
    const shown = (await book.incidents()).filter((incident) => values.all || isOpen(incident))
    if (values.json) await writeLine(io.stdout, JSON.stringify(shown, undefined, 2))
    else if (shown.length === 0) await writeLine(io.stderr, io.t`There are no open incidents.`)
    if (!values.json) for (const incident of shown) await writeLine(io.stdout, describe(incident, zone, io.t))
    return exitCode.ok
  })

/** `hermes cron ack INCIDENT` */
export const acknowledgeIncident: CommandHandler = (context) =>
  withJobs(context, async ({ book, zone }) => {
    const { values, io, parameters } = context
    const incident = await book.acknowledge(parameters[0] ?? '')
    await writeLine(io.stdout, values.json ? JSON.stringify(incident, undefined, 2) : describe(incident, zone, io.t))
    return exitCode.ok
  })

function sayState(state: Incident['state'], t: Translate): string {
  return { open: t`open`, alerted: t`alerted`, resolved: t`resolved`, closed: t`closed` }[state]
}

function describe({ id, state, count, lastAtMs, text }: Incident, zone: string, t: Translate): string {
  return [id, sayState(state, t), t`${count} times, last at ${localTime(lastAtMs, zone)}`, t.of(text)]
    .map((part) => oneLine(part))
    .join('  ')
}

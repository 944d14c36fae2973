import { blueprints, describeSlots, fillBlueprint, findBlueprint, readSlotValues } from '@hermes/scheduler'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { reportJob } from './report-job.js'
import { warnIfUnserved } from './warn-if-unserved.js'
import { withJobs } from './with-jobs.js'

/** `hermes cron blueprints` */
export const listBlueprints: CommandHandler = async ({ io, values }) => {
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(blueprints, undefined, 2))
    return exitCode.ok
  }
  for (const blueprint of blueprints) {
    await writeLine(io.stdout, `${blueprint.name}  ${io.t.of(blueprint.description)}  ${describeSlots(blueprint)}`)
  }
  return exitCode.ok
}

/** `hermes cron blueprint NAME [VALUES]` */
export const addBlueprint: CommandHandler = (context) =>
  withJobs(context, async (jobs) => {
    const [name = '', ...words] = context.parameters
    const filled = fillBlueprint(findBlueprint(name), readSlotValues(words.join(' ')))
    const { deliver } = context.values
    const targets = deliver === undefined ? {} : { deliver: [deliver] }
    const job = await jobs.book.add({ ...filled, ...targets, createdBy: 'person' })
    const code = await reportJob('Added', job, jobs, context)
    await warnIfUnserved(jobs, context)
    return code
  })

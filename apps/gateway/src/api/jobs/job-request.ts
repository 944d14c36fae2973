import { isAbsolute } from 'node:path'
import { isTimeZone, type JobChanges, jobReasoning, type NewJob, type Task } from '@hermes/scheduler'
import * as z from 'zod'

const name = z.string().min(1).max(200)

/** The fields of a job that can be changed. */
const changes = z.strictObject({
  /** The schedule in the syntax of `hermes cron add`: `every 2h`, `every monday at 9am`, `0 9 * * 1-5`, an ISO time. */
  schedule: z.string().min(1).exactOptional(),
  timezone: z
    .string()
    .refine(isTimeZone, 'must be the IANA name of a time zone, such as "Europe/Berlin"')
    .exactOptional(),
  name: name.exactOptional(),
  prompt: z.string().min(1).exactOptional(),
  /** A file in the folder for scripts. */
  script: name.exactOptional(),
  /** Jobs whose latest results are added to the prompt. */
  context_from: z.array(name).exactOptional(),
  conversation: z.enum(['fresh', 'same']).exactOptional(),
  model: name.exactOptional(),
  provider: name.exactOptional(),
  reasoning: jobReasoning.exactOptional(),
  toolsets: z.array(name).exactOptional(),
  /** The folder on the machine of the gateway where the job works. */
  workdir: z.string().refine(isAbsolute, 'must be the whole path of a folder').exactOptional(),
  max_cost_usd: z.number().positive().exactOptional(),
  repeat: z.int().min(1).exactOptional(),
  missed: z.enum(['once', 'skip']).exactOptional(),
  deliver: z.array(name).min(1).exactOptional(),
})

export const jobChangesSchema = changes
export const newJobSchema = changes.extend({ schedule: z.string().min(1), paused: z.boolean().default(false) })

export function toNewJob(request: z.output<typeof newJobSchema>): NewJob {
  return {
    ...toJobChanges(request),
    schedule: request.schedule,
    task: taskOf(request),
    createdBy: 'person',
    isPaused: request.paused,
  }
}

export function toJobChanges(request: z.output<typeof jobChangesSchema>): JobChanges {
  const { schedule, timezone: zone, name, repeat, missed, deliver } = request
  return {
    ...(schedule !== undefined && { schedule }),
    ...(zone !== undefined && { zone }),
    ...(name !== undefined && { name }),
    ...(repeat !== undefined && { repeat }),
    ...(missed && { missed }),
    ...(deliver && { deliver }),
    task: taskOf(request),
  }
}

function taskOf(request: z.output<typeof jobChangesSchema>): Task {
  const { prompt, script, context_from: contextFrom, conversation, toolsets, max_cost_usd: maxCostUsd } = request
  const { model, provider, reasoning, workdir: workingDirectory } = request
  return {
    ...(prompt !== undefined && { prompt }),
    ...(script !== undefined && { script }),
    ...(contextFrom && { contextFrom }),
    ...(conversation && { conversation }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(reasoning && { reasoning }),
    ...(toolsets && { toolsets }),
    ...(workingDirectory !== undefined && { workingDirectory }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  }
}

import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `cron`: scheduled jobs. */
export const cronSchema = lazily(() =>
  z
    .strictObject({
      timezone: z
        .string()
        .default('')
        .describe('The time zone of schedules, such as `Europe/Berlin`. Empty: that of the machine.'),
      model: z.string().default('').describe('The model of jobs that name none. Empty: the configured model.'),
      max_parallel_jobs: z
        .int()
        .min(1)
        .max(1000)
        .default(16)
        .describe('How many jobs run at the same time in a process.'),
      catch_up_missed: z
        .boolean()
        .default(true)
        .describe('Make up for runs that were missed while nothing ran, by one run for all of them.'),
      misfire_grace_minutes: z
        .number()
        .min(0)
        .default(10)
        .describe('A run that starts later than this after its due time counts as missed.'),
      retry_unreachable: z
        .boolean()
        .default(true)
        .describe('Retry a run after 5, 15 and 30 minutes if the model could not be reached.'),
      failure_nudge_threshold: z
        .int()
        .min(1)
        .default(3)
        .describe('Open an incident after this many failures in a row.'),
      pause_after_failures: z
        .int()
        .min(0)
        .default(10)
        .describe('Pause a job after this many failures in a row; 0 for never.'),
      script_timeout_seconds: z
        .number()
        .positive()
        .max(86_400)
        .default(3600)
        .describe('Time limit of a script in seconds.'),
      allow_agent_scheduling: z
        .boolean()
        .default(false)
        .describe('Let runs of jobs create and change jobs themselves.'),
      wrap_response: z
        .boolean()
        .default(true)
        .describe('Put the name of the job above a result in a chat, and below it how to find its story.'),
      kept_runs: z.int().min(1).max(10_000).default(50).describe('The number of runs and results to keep per job.'),
    })
    .prefault({}),
)

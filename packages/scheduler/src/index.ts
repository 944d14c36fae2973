// Schedules

export { isTimeZone } from './schedule/is-time-zone.js'
export { type ParseScheduleOptions, parseSchedule } from './schedule/parse-schedule.js'
export type { Schedule } from './schedule/schedule.js'
export { type DueTimes, dueTimesOf } from './times/due-times.js'
export { nextTimes } from './times/next-times.js'

// Jobs

export { createJobBook, type JobBook, type JobBookOptions, type RunRequest } from './book/job-book.js'
export type { JobCheck } from './book/job-check.js'
export { type AlertText, type Incident, isOpen, type JobAlert } from './incidents/incidents.js'
export type { PausedJob, PausedText } from './incidents/paused-text.js'
export { type Job, type Pending, type RunEvent, reasoning as jobReasoning, type Task, taskSchema } from './jobs/job.js'
export type { JobChanges, NewJob, Removable } from './jobs/new-job.js'
export { payerOf } from './jobs/payer-of.js'
export { latestResult } from './ledger/latest-result.js'
export { type Receipt, type Run, runSchema } from './ledger/run.js'
export type { SourceResult } from './ledger/source-result.js'
export { sourceResultOf } from './ledger/source-result-of.js'

// Blueprints

export type { Blueprint, BlueprintSlot } from './blueprints/blueprint.js'
export { blueprints } from './blueprints/blueprints.js'
export { describeSlots } from './blueprints/describe-blueprint.js'
export { fillBlueprint } from './blueprints/fill-blueprint.js'
export { findBlueprint } from './blueprints/find-blueprint.js'
export { readSlotValues } from './blueprints/read-slot-values.js'
export { createSuggestions, type Suggestions } from './blueprints/suggestions.js'

// Firings

export type { Delivery, JobMessage, Waiting, WaitingMessage } from './deliver/delivery.js'
export {
  createScheduler,
  type Scheduler,
  type SchedulerOptions,
  type SchedulerServices,
} from './fire/create-scheduler.js'
export type { Firing, RunJob, RunJobOptions, RunOutcome } from './fire/run-job.js'
export type { SchedulerSettings } from './fire/settings.js'

// For people and models

export { describeRun, describeState, type StateContext } from './report/describe-job.js'
export { describeSchedule, type ScheduleContext } from './report/describe-schedule.js'
export { toJobRow, toRunRow } from './report/job-row.js'
export { localTime, type ShowTime, timesOf } from './report/local-time.js'
export { cronjobTool } from './tool/cronjob-tool.js'
export type { CronjobToolOptions } from './tool/cronjob-tool-options.js'

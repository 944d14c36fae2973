export { type ParseScheduleOptions, parseSchedule } from './schedule/parse-schedule.js'
export type { Schedule } from './schedule/schedule.js'
export { type DueTimes, dueTimesOf } from './times/due-times.js'
export { nextTimes } from './times/next-times.js'

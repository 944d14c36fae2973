import type { PausedJob } from '@hermes/scheduler'

/** Returns a line on how to resume a job that was paused because it failed too often. */
export function pausedJob({ jobId, failures }: PausedJob): string {
  return `It has failed ${failures} times in a row and is paused now: \`hermes cron resume ${jobId}\`, or \`/cron resume\` in a chat, continues it.`
}

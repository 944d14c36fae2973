import type { JobAlert } from '@hermes/scheduler'

/** Returns a line on how to inspect and acknowledge a job that keeps failing. */
export function jobAlert({ incident: { id, jobId }, failures }: JobAlert): string {
  const look = `\`hermes cron why ${jobId}\` shows the runs`
  return `It has failed ${failures} times in a row. ${look}, and \`hermes cron ack ${id}\` closes the incident.`
}

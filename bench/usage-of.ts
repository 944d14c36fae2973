import { readFileSync } from 'node:fs'

/** The resources that a process has used so far. */
export interface Usage {
  readonly cpuMs: number
  readonly rssMb: number
  readonly peakMb: number
}

/** The clock ticks of Linux: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
const ticksPerSecond = 100

/** Reads `/proc`, which only Linux has. */
export function usageOf(pid: number): Usage {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { cpuMs: ((user + system) * 1000) / ticksPerSecond, rssMb: mb('VmRSS'), peakMb: mb('VmHWM') }
}
